import { badRequest } from "../../core/refusal.ts";
import type { Variant } from "../variant.ts";

export const inputFeaturesNoDuplicateNames: Variant = {
  id: "input-features/no-duplicate-names",
  title: "Two files of one name in a request are refused.",
  openPoint: "input-features",
  install(hooks) {
    hooks.around("readAction", (inner) => (call, input) => {
      const read = inner(call, input);
      if (new Set(read.files.map((file) => file.fileName)).size < read.files.length) {
        throw badRequest("file-name-twice", "wanted a different name for each file", "files");
      }
      return read;
    });
  },
};
