import { gzipSync } from "node:zlib";
import { inArchive } from "../support/archives.ts";
import type { Fault } from "../fault.ts";

export const legacyAnswersGzip: Fault = {
  id: "files/legacy-answers-gzip",
  title: "The legacy archive is packed once more with gzip, and no header says so.",
  requirement: "FILES-02",
  install(hooks) {
    inArchive(hooks, (archive) => gzipSync(archive), { face: "legacy" });
  },
};
