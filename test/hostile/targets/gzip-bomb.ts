import { gzipSync } from "node:zlib";
import { faulty, type HostileTarget } from "../lib/hostile-target.ts";

/** 256 MiB of blanks in 256 KiB; made once, when first asked for. */
let bomb: Buffer | undefined;

export const gzipBomb: HostileTarget = {
  id: "gzip-bomb",
  behaviour: "A compressed legacy page is small on the line and 256 MiB when unpacked.",
  start: faulty(["legacyTraceDetails"], (_, { send }) => {
    bomb ??= gzipSync(Buffer.alloc(256 * 1_048_576, " "));
    send({ status: 200, headers: { "content-type": "application/json", "content-encoding": "gzip" }, body: bomb });
  }),
  verdict: ["incomplete", "conformant"],
  findings: ["ROBUST-07"],
};
