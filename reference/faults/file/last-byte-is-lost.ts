import { inContent } from "../support/bytes.ts";
import type { Fault } from "../fault.ts";

export const lastByteIsLost: Fault = {
  id: "file/last-byte-is-lost",
  title: "The download of one file lacks its last byte.",
  requirement: "FILE-01",
  install(hooks) {
    inContent(hooks, (bytes) => bytes.subarray(0, -1), { kind: "file" });
  },
};
