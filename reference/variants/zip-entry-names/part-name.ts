import { safeName, uniqueEntries } from "../../policy/zip.ts";
import type { Variant } from "../variant.ts";

export const zipEntryNamesPartName: Variant = {
  id: "zip-entry-names/part-name",
  title: "Entries are named by the parts.",
  openPoint: "zip-entry-names",
  install(hooks) {
    hooks.policy.zip.entries = (files) => uniqueEntries(files, (file) => safeName(file.partName));
  },
};
