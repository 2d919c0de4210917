import { operations } from "../../../spec/operations.ts";
import { faulty, type HostileTarget } from "../lib/hostile-target.ts";
import { jsonReply } from "../lib/proxy.ts";

const allButLogins = operations.filter(({ bearer }) => bearer).map(({ id }) => id);

export const throttlingForEver: HostileTarget = {
  id: "throttling-for-ever",
  behaviour: "Everything but the logins is answered with 429 and Retry-After, for ever.",
  start: faulty(allButLogins, (_, { send }) => send(jsonReply({ error: "too many" }, 429, { "retry-after": "1" }))),
  verdict: "incomplete",
  findings: [],
  // The budget for waiting is three timeouts, shared by all that runs.
  limits: { timeoutMs: 2_000 },
  grantedMs: 8_000,
  stillPassed: 0,
};
