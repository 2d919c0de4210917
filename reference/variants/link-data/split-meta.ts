import type { Variant } from "../variant.ts";

export const linkDataSplitMeta: Variant = {
  id: "link-data/split-meta",
  title: "A link has the parts `meta` and `data`.",
  openPoint: "link-data",
  install(hooks) {
    hooks.policy.link.present = (link) => ({
      meta: {
        linkHash: link.linkId,
        action: link.actionKey,
        group: link.groupLabel,
        createdAt: link.createdAt.getTime(),
        attachments: link.files.map(({ digest, fileName }) => ({ digest, name: fileName })),
      },
      data: link.data,
    });
  },
};
