import type { Fault } from "../fault.ts";

export const legacyCreationLosesTheGroupLabel: Fault = {
  id: "equivalence/legacy-creation-loses-the-group-label",
  title: "The link of a legacy creation has an empty group label.",
  requirement: "EQUIV-06",
  install(hooks) {
    hooks.around("write", (inner) => (call, write) => {
      const honest = inner(call, write);
      return call.operation.id === "legacyCreateTrace"
        ? { ...honest, link: { ...honest.link, groupLabel: "" } }
        : honest;
    });
  },
};
