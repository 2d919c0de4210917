import { inContent } from "../support/bytes.ts";
import type { Fault } from "../fault.ts";

export const fileLineEndsBecomeLf: Fault = {
  id: "file/line-ends-become-lf",
  title: "The download of one file has LF for every CRLF.",
  requirement: "FILE-01",
  install(hooks) {
    inContent(hooks, (bytes) => Buffer.from(bytes.toString("latin1").replaceAll("\r\n", "\n"), "latin1"), {
      kind: "file",
    });
  },
};
