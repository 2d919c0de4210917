/** What the UUID of the v2 action names is the same at every action. */
import { payloadOf, succeeded } from "../spec/readings/outcome.ts";
import type { Exchange } from "../spec/vocabulary/history.ts";
import type { Check } from "../spec/vocabulary/judgement.ts";
import { readingOf } from "../spec/vocabulary/profile.ts";
import { traceKey, worldOf } from "./model/world.ts";
import { isProbing, nameOf } from "./support/exchanges.ts";
import { judged } from "./support/judging.ts";

export const actionUuid: Check = {
  id: "action-uuid",
  requirements: ["ACT-09"],
  *judge(history, context) {
    const names = readingOf(context.profile, "action-uuid")?.names;
    if (!names) return;
    const world = worldOf(history);
    const seen = new Map<string, Exchange>();
    for (const exchange of history.exchanges) {
      if (exchange.operationId !== "v2AppendAction" || exchange.intent.kind !== "act") continue;
      if (!succeeded(exchange) || isProbing(exchange)) continue;
      const id = payloadOf(exchange);
      if (typeof id !== "string") continue;
      const isTrace = traceKey(id) === traceKey(exchange.intent.traceId);
      const elsewhere = !isTrace && world.traces.has(traceKey(id));
      const earlier = seen.get(traceKey(id));
      const wrong = names === "trace" ? !isTrace : isTrace || elsewhere || earlier !== undefined;
      yield judged(
        "ACT-09",
        exchange,
        wrong
          ? {
              message: `${nameOf(exchange)} answers a UUID that does not name ${names === "trace" ? "the trace" : "something new"}, as it did at other actions`,
              expected: names === "trace" ? exchange.intent.traceId : "a UUID of its own for this action",
              actual: id,
              with: [earlier],
            }
          : undefined,
      );
      seen.set(traceKey(id), exchange);
    }
  },
};
