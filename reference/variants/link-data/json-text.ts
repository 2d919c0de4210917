import type { Variant } from "../variant.ts";

export const linkDataJsonText: Variant = {
  id: "link-data/json-text",
  title: "The data is a text that holds JSON.",
  openPoint: "link-data",
  install(hooks) {
    const { present } = hooks.policy.link;
    hooks.policy.link.present = (link) => {
      const { data: _moved, ...rest } = present(link);
      return { ...rest, data: JSON.stringify(link.data) };
    };
  },
};
