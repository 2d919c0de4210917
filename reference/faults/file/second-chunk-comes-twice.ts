import { inContent } from "../support/bytes.ts";
import type { Fault } from "../fault.ts";

export const secondChunkComesTwice: Fault = {
  id: "file/second-chunk-comes-twice",
  title: "In files of more than 256 KiB everything behind that mark comes twice.",
  requirement: "FILE-01",
  install(hooks) {
    inContent(hooks, (bytes) => Buffer.concat([bytes, bytes.subarray(262_144)]), { kind: "file" });
  },
};
