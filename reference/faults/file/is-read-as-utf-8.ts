import { inContent } from "../support/bytes.ts";
import type { Fault } from "../fault.ts";

export const isReadAsUtf8: Fault = {
  id: "file/is-read-as-utf-8",
  title: "The download of one file has replacement characters for bytes that are no UTF-8.",
  requirement: "FILE-01",
  install(hooks) {
    inContent(hooks, (bytes) => Buffer.from(bytes.toString("utf8")), { kind: "file" });
  },
};
