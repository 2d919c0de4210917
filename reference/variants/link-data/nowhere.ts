import type { Variant } from "../variant.ts";

export const linkDataNowhere: Variant = {
  id: "link-data/nowhere",
  title: "A link does not show the data.",
  openPoint: "link-data",
  install(hooks) {
    const { present } = hooks.policy.link;
    hooks.policy.link.present = (link) => {
      const { data: _moved, ...rest } = present(link);
      return rest;
    };
  },
};
