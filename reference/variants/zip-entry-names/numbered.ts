import type { Variant } from "../variant.ts";

export const zipEntryNamesNumbered: Variant = {
  id: "zip-entry-names/numbered",
  title: "Entries are named by their number.",
  openPoint: "zip-entry-names",
  install(hooks) {
    hooks.policy.zip.entries = (files) => files.map((file, index) => ({ name: `${String(index + 1)}.bin`, file }));
  },
};
