import type { Variant } from "../variant.ts";

export const digestLocationLinksKeyedByDigest: Variant = {
  id: "digest-location/links-keyed-by-digest",
  title: "Files stand in an object whose keys are the digests.",
  openPoint: "digest-location",
  install(hooks) {
    const { present } = hooks.policy.link;
    hooks.policy.link.present = (link) => ({
      ...present(link),
      files: Object.fromEntries(link.files.map(({ digest, fileName, size }) => [digest, { fileName, size }])),
    });
  },
};
