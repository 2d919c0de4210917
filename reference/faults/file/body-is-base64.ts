import { inContent } from "../support/bytes.ts";
import type { Fault } from "../fault.ts";

export const bodyIsBase64: Fault = {
  id: "file/body-is-base64",
  title: "The download of one file is written in base64.",
  requirement: "FILE-01",
  install(hooks) {
    inContent(hooks, (bytes) => Buffer.from(bytes.toString("base64")), { kind: "file" });
  },
};
