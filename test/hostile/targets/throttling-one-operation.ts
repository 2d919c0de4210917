import { faulty, type HostileTarget } from "../lib/hostile-target.ts";
import { jsonReply } from "../lib/proxy.ts";

export const throttlingOneOperation: HostileTarget = {
  id: "throttling-one-operation",
  behaviour: "The v2 state alone is answered with 503 and Retry-After, for ever.",
  start: faulty(["v2TraceState"], (_, { send }) => send(jsonReply({ error: "busy" }, 503, { "retry-after": "1" }))),
  verdict: ["incomplete", "conformant"],
  findings: [],
  limits: { timeoutMs: 2_000 },
  // Three timeouts, and the rest that was begun before.
  grantedMs: 8_000,
};
