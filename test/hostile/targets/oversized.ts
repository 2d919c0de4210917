import { faulty, type HostileTarget } from "../lib/hostile-target.ts";

/** More than the bound of every run here; it is announced, and would be sent. */
const announced = 200 * 1_048_576;

export const oversized: HostileTarget = {
  id: "oversized",
  behaviour: "A legacy state announces 200 MiB and begins to send them.",
  start: faulty(["legacyTraceState"], (_, { response }) => {
    response.writeHead(200, { "content-type": "application/json", "content-length": String(announced) });
    response.write(Buffer.alloc(1_048_576, " "));
  }),
  verdict: ["incomplete", "conformant"],
  findings: ["ROBUST-07"],
};
