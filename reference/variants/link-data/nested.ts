import type { Variant } from "../variant.ts";

export const linkDataNested: Variant = {
  id: "link-data/nested",
  title: "The data stands at `payload.body`.",
  openPoint: "link-data",
  install(hooks) {
    const { present } = hooks.policy.link;
    hooks.policy.link.present = (link) => {
      const { data: _moved, ...rest } = present(link);
      return { ...rest, payload: { body: link.data } };
    };
  },
};
