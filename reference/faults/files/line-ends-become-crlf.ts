import { inContent } from "../support/bytes.ts";
import type { Fault } from "../fault.ts";

export const lineEndsBecomeCrlf: Fault = {
  id: "files/line-ends-become-crlf",
  title: "Files in an archive get CRLF for every line end.",
  requirement: "FILES-05",
  install(hooks) {
    inContent(hooks, (bytes) => Buffer.from(bytes.toString("latin1").replace(/\r?\n/g, "\r\n"), "latin1"), {
      kind: "files",
    });
  },
};
