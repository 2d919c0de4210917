import { inContent } from "../support/bytes.ts";
import type { Fault } from "../fault.ts";

export const emptyFileGetsALineEnd: Fault = {
  id: "file/empty-file-gets-a-line-end",
  title: "An empty file is served as a line end.",
  requirement: ["FILE-05", "FILE-01"],
  install(hooks) {
    inContent(hooks, (bytes) => (bytes.length === 0 ? Buffer.from("\n") : bytes), { kind: "file" });
  },
};
