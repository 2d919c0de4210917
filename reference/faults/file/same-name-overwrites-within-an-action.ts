import { inUploads } from "../support/bytes.ts";
import type { Fault } from "../fault.ts";

export const sameNameOverwritesWithinAnAction: Fault = {
  id: "file/same-name-overwrites-within-an-action",
  title: "Of several files of the same name in one action the last is kept.",
  requirement: ["FILE-04", "FILES-09"],
  install(hooks) {
    inUploads(hooks, (files) => [...new Map(files.map((file) => [file.fileName, file])).values()]);
  },
};
