import type { Variant } from "../variant.ts";

export const linkDataAmongOtherMembers: Variant = {
  id: "link-data/among-other-members",
  title: "The data stands with a member of the service beside it.",
  openPoint: "link-data",
  install(hooks) {
    const { present } = hooks.policy.link;
    hooks.policy.link.present = (link) => {
      const { data: _moved, ...rest } = present(link);
      return { ...rest, state: { data: link.data, revision: link.position } };
    };
  },
};
