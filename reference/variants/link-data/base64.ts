import type { Variant } from "../variant.ts";

export const linkDataBase64: Variant = {
  id: "link-data/base64",
  title: "The data is base64 of JSON text.",
  openPoint: "link-data",
  install(hooks) {
    const { present } = hooks.policy.link;
    hooks.policy.link.present = (link) => {
      const { data: _moved, ...rest } = present(link);
      return { ...rest, data: Buffer.from(JSON.stringify(link.data)).toString("base64") };
    };
  },
};
