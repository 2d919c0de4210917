import type { Variant } from "../variant.ts";

export const actionUuidLinkHidden: Variant = {
  id: "action-uuid/link-hidden",
  title: "The v2 action answers the id of the new link, which links do not show.",
  openPoint: "action-uuid",
  install(hooks) {
    const { present } = hooks.policy.link;
    hooks.policy.link.present = (link) => {
      const { linkId: _hidden, ...rest } = present(link);
      return rest;
    };
  },
};
