import type { Variant } from "../variant.ts";

export const digestLocationLinksPlainList: Variant = {
  id: "digest-location/links-plain-list",
  title: "Files are a plain list of digests.",
  openPoint: "digest-location",
  install(hooks) {
    const { present } = hooks.policy.link;
    hooks.policy.link.present = (link) => ({ ...present(link), files: link.files.map(({ digest }) => digest) });
  },
};
