import { faultyBy, type HostileTarget } from "../lib/hostile-target.ts";

export const hugeJson: HostileTarget = {
  id: "huge-json",
  behaviour: "A legacy search finds ten million numbers.",
  start: faultyBy(
    () => Buffer.from(`[${"1,".repeat(10_000_000)}1]`),
    ["legacySearchTraces"],
    (body) =>
      (_, { send }) => {
        send({ status: 200, headers: { "content-type": "application/json" }, body });
      },
  ),
  verdict: ["incomplete", "conformant"],
  findings: ["ROBUST-07"],
};
