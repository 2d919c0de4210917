import { safeName, uniqueEntries } from "../../policy/zip.ts";
import type { Variant } from "../variant.ts";

export const zipEntryNamesDigest: Variant = {
  id: "zip-entry-names/digest",
  title: "Entries are named by the digests.",
  openPoint: "zip-entry-names",
  install(hooks) {
    hooks.policy.zip.entries = (files) => uniqueEntries(files, (file) => safeName(file.digest.replaceAll("/", "_")));
  },
};
