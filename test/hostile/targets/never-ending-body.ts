import type { ServerResponse } from "node:http";
import { faulty, type HostileTarget } from "../lib/hostile-target.ts";

const piece = Buffer.alloc(65_536, "x");

export const neverEndingBody: HostileTarget = {
  id: "never-ending-body",
  behaviour: "The state has a text that never ends, as fast as the line takes it.",
  start: faulty(["v2TraceState"], (_, { response }) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.write('{"error":null,"data":{"state":{"text":"');
    pour(response);
  }),
  verdict: ["incomplete", "conformant"],
  findings: [],
  // What ends it depends on the line: the bytes or the time.
  oneOf: ["ROBUST-07", "ROBUST-02"],
  alsoAllowed: ["ROBUST-07", "ROBUST-02"],
  // Four of them at once are as much as one of the usual bound, and come in time on a busy machine.
  limits: { maxResponseBytes: 16_777_216 },
  grantedMs: 3_000,
};

function pour(response: ServerResponse): void {
  while (!response.destroyed && response.write(piece));
  if (!response.destroyed) response.once("drain", () => setImmediate(pour, response));
}
