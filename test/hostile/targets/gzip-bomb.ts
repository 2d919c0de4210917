import { gzipSync } from "node:zlib";
import { faultyBy, type HostileTarget } from "../lib/hostile-target.ts";

export const gzipBomb: HostileTarget = {
  id: "gzip-bomb",
  behaviour: "A compressed legacy page is small on the line and 256 MiB when unpacked.",
  // 256 MiB of blanks in 256 KiB.
  start: faultyBy(
    () => gzipSync(Buffer.alloc(256 * 1_048_576, " ")),
    ["legacyTraceDetails"],
    (bomb) =>
      (_, { send }) => {
        send({ status: 200, headers: { "content-type": "application/json", "content-encoding": "gzip" }, body: bomb });
      },
  ),
  verdict: ["incomplete", "conformant"],
  findings: ["ROBUST-07"],
};
