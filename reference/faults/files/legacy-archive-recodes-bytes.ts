import { inContent } from "../support/bytes.ts";
import type { Fault } from "../fault.ts";

export const legacyArchiveRecodesBytes: Fault = {
  id: "files/legacy-archive-recodes-bytes",
  title: "The legacy archive takes files for ISO 8859-1 and writes them in UTF-8.",
  requirement: ["FILES-05", "EQUIV-03"],
  install(hooks) {
    inContent(hooks, (bytes) => Buffer.from(bytes.toString("latin1"), "utf8"), { face: "legacy", kind: "files" });
  },
};
