import { inContent } from "../support/bytes.ts";
import type { Fault } from "../fault.ts";

export const largeFilesComeEmpty: Fault = {
  id: "files/large-files-come-empty",
  title: "Files of more than 256 KiB are empty in an archive.",
  requirement: "FILES-05",
  install(hooks) {
    inContent(hooks, (bytes) => (bytes.length > 262_144 ? Buffer.alloc(0) : bytes), { kind: "files" });
  },
};
