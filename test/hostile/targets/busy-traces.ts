import { faulty, type HostileTarget } from "../lib/hostile-target.ts";
import { jsonReply } from "../lib/proxy.ts";

export const busyTraces: HostileTarget = {
  id: "busy-traces",
  behaviour: "Every action of a trace is answered with 409 and Retry-After, for ever.",
  start: faulty(["v2AppendAction", "legacyAppendAction"], (_, { send }) =>
    send(jsonReply({ error: "busy" }, 409, { "retry-after": "1" })),
  ),
  // Never conformant: nothing shows that an action can be done.
  verdict: ["incomplete", "non-conformant"],
  findings: [],
  limits: { timeoutMs: 2_000 },
  // Three timeouts for each of the two, and the rest that was begun before.
  grantedMs: 14_000,
};
