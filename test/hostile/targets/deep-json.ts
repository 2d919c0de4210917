import { faulty, type HostileTarget } from "../lib/hostile-target.ts";

const depth = 500_000;
const body = Buffer.from(`{"error":null,"data":{"state":{"a":${"[".repeat(depth)}${"]".repeat(depth)}}}}`);

export const deepJson: HostileTarget = {
  id: "deep-json",
  behaviour: "The state nests half a million arrays.",
  start: faulty(["v2TraceState"], (_, { send }) => {
    send({ status: 200, headers: { "content-type": "application/json" }, body });
  }),
  verdict: ["incomplete", "conformant"],
  findings: ["ROBUST-07"],
};
