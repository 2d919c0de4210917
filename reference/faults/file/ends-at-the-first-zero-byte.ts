import { inContent } from "../support/bytes.ts";
import type { Fault } from "../fault.ts";

export const endsAtTheFirstZeroByte: Fault = {
  id: "file/ends-at-the-first-zero-byte",
  title: "The download of one file ends before the first zero byte.",
  requirement: "FILE-01",
  install(hooks) {
    inContent(hooks, (bytes) => (bytes.includes(0) ? bytes.subarray(0, bytes.indexOf(0)) : bytes), { kind: "file" });
  },
};
