import { inUploads } from "../support/bytes.ts";
import type { Fault } from "../fault.ts";

export const samePartNameOverwritesWithinAnAction: Fault = {
  id: "file/same-part-name-overwrites-within-an-action",
  title: "Of several files of the same part name in one action the last is kept.",
  requirement: "FILE-04",
  install(hooks) {
    inUploads(hooks, (files) => [...new Map(files.map((file) => [file.partName, file])).values()]);
  },
};
