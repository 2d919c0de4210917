import type { Variant } from "../variant.ts";

export const additionalMembersWorkflows: Variant = {
  id: "additional-members/workflows",
  title: "Workflows are listed with more than id and name.",
  openPoint: "additional-members",
  install(hooks) {
    hooks.around(
      "workflows",
      (inner) => (call, items) =>
        inner(call, items).map((item) => ({ ...item, description: null, actions: [], archived: false })),
    );
  },
};
