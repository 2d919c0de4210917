import { randomBytes } from "node:crypto";
import { faulty, type HostileTarget } from "../lib/hostile-target.ts";

export const binaryJunk: HostileTarget = {
  id: "binary-junk",
  behaviour: "Appends through v2 are answered with bytes that are no HTTP.",
  start: faulty(["v2AppendAction"], (_, { socket }) => void socket.end(randomBytes(4_096))),
  verdict: ["incomplete", "conformant"],
  findings: ["ROBUST-04"],
};
