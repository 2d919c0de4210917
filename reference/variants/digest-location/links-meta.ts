import type { Variant } from "../variant.ts";

export const digestLocationLinksMeta: Variant = {
  id: "digest-location/links-meta",
  title: "Files stand at `meta.attachments`, with the digest as `sha256`.",
  openPoint: "digest-location",
  install(hooks) {
    const { present } = hooks.policy.link;
    hooks.policy.link.present = (link) => {
      const { files: _moved, ...rest } = present(link);
      return {
        ...rest,
        meta: { attachments: link.files.map(({ digest, fileName }) => ({ sha256: digest, fileName })) },
      };
    };
  },
};
