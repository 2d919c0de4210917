import type { Variant } from "../variant.ts";

export const zipEntryNamesStored: Variant = {
  id: "zip-entry-names/stored",
  title: "Entries are stored uncompressed, in the reverse order, in an archive of another content type.",
  openPoint: "zip-entry-names",
  install(hooks) {
    const { entries } = hooks.policy.zip;
    hooks.policy.zip = {
      compress: false,
      entries: (files) => entries(files).reverse(),
      headers: () => ({ "content-type": "application/octet-stream" }),
    };
  },
};
