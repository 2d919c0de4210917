import type { Fault } from "../fault.ts";

export const legacyDetailsHideTheGroup: Fault = {
  id: "equivalence/legacy-details-hide-the-group",
  title: "Links lack their group label through the legacy face.",
  requirement: "EQUIV-02",
  install(hooks) {
    hooks.around("presentLink", (inner) => (call, link) => {
      const { groupLabel, ...rest } = inner(call, link);
      return call.face === "legacy" || groupLabel === undefined ? rest : { ...rest, groupLabel };
    });
  },
};
