import { inContent } from "../support/bytes.ts";
import type { Fault } from "../fault.ts";

export const endsAfterTheFirstChunk: Fault = {
  id: "file/ends-after-the-first-chunk",
  title: "The download of one file ends after 256 KiB.",
  requirement: "FILE-01",
  install(hooks) {
    inContent(hooks, (bytes) => bytes.subarray(0, 262_144), { kind: "file" });
  },
};
