import type { Variant } from "../variant.ts";

export const linkDataSpread: Variant = {
  id: "link-data/spread",
  title: "The members of the data are members of the link itself, the rest stands below `$link`.",
  openPoint: "link-data",
  install(hooks) {
    const { present } = hooks.policy.link;
    hooks.policy.link.present = (link) => {
      const { data: _moved, ...rest } = present(link);
      return { ...link.data, $link: rest };
    };
  },
};
