import { inContent } from "../support/bytes.ts";
import type { Fault } from "../fault.ts";

export const entriesEndAt64Kib: Fault = {
  id: "files/entries-end-at-64-kib",
  title: "Files in an archive end after 64 KiB.",
  requirement: "FILES-05",
  install(hooks) {
    inContent(hooks, (bytes) => bytes.subarray(0, 65_536), { kind: "files" });
  },
};
