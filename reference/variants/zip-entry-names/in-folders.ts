import { safeName } from "../../policy/zip.ts";
import type { Variant } from "../variant.ts";

export const zipEntryNamesInFolders: Variant = {
  id: "zip-entry-names/in-folders",
  title: "Each entry stands in a folder of its own.",
  openPoint: "zip-entry-names",
  install(hooks) {
    hooks.policy.zip.entries = (files) =>
      files.map((file, index) => ({ name: `${String(index + 1)}/${safeName(file.fileName)}`, file }));
  },
};
