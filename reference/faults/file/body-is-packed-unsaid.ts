import { gzipSync } from "node:zlib";
import { inContent } from "../support/bytes.ts";
import type { Fault } from "../fault.ts";

export const bodyIsPackedUnsaid: Fault = {
  id: "file/body-is-packed-unsaid",
  title: "The download of a file of more than a kilobyte is packed with gzip, and no header says so.",
  requirement: "FILE-01",
  install(hooks) {
    inContent(hooks, (bytes) => (bytes.length > 1024 ? gzipSync(bytes) : bytes), { kind: "file" });
  },
};
