import { faulty, type HostileTarget } from "../lib/hostile-target.ts";

let body: Buffer | undefined;

export const hugeJson: HostileTarget = {
  id: "huge-json",
  behaviour: "A legacy search finds ten million numbers.",
  start: faulty(["legacySearchTraces"], (_, { send }) => {
    body ??= Buffer.from(`[${"1,".repeat(10_000_000)}1]`);
    send({ status: 200, headers: { "content-type": "application/json" }, body });
  }),
  verdict: ["incomplete", "conformant"],
  findings: ["ROBUST-07"],
};
