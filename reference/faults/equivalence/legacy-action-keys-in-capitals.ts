import type { Fault } from "../fault.ts";

export const legacyActionKeysInCapitals: Fault = {
  id: "equivalence/legacy-action-keys-in-capitals",
  title: "Links that come through the legacy face have their action key in capitals.",
  requirement: "EQUIV-07",
  install(hooks) {
    hooks.around("write", (inner) => (call, write) => {
      const honest = inner(call, write);
      if (call.operation.id !== "legacyAppendAction") return honest;
      return { ...honest, link: { ...honest.link, actionKey: honest.link.actionKey.toUpperCase() } };
    });
  },
};
