import { inContent } from "../support/bytes.ts";
import type { Fault } from "../fault.ts";

export const v2ArchiveRepairsUtf8: Fault = {
  id: "files/v2-archive-repairs-utf-8",
  title: "The v2 archive replaces bytes that are no UTF-8.",
  requirement: ["FILES-05", "EQUIV-03"],
  install(hooks) {
    inContent(hooks, (bytes) => Buffer.from(bytes.toString("utf8"), "utf8"), { face: "v2", kind: "files" });
  },
};
