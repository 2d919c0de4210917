/** What the UUID of the v2 action names is the same at every action. */
import { payloadOf, succeeded } from "../spec/readings/outcome.ts";
import { valuesAt } from "../spec/readings/path.ts";
import type { Exchange } from "../spec/vocabulary/history.ts";
import type { Check, Judgement, JudgingContext } from "../spec/vocabulary/judgement.ts";
import { readingOf, type JsonPath } from "../spec/vocabulary/profile.ts";
import { actionOfLink, isTellable, pageOf } from "./model/links.ts";
import { traceKey, worldOf, type World } from "./model/world.ts";
import { isProbing, nameOf } from "./support/exchanges.ts";
import { judged } from "./support/judging.ts";

export const actionUuid: Check = {
  id: "action-uuid",
  requirements: ["ACT-09"],
  *judge(history, context) {
    const { names, path } = readingOf(context.profile, "action-uuid") ?? {};
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
      // What names nothing that can be seen may be anything, the same for every action included.
      const wrong =
        names === "trace" ? !isTrace : names === "other" ? elsewhere : isTrace || elsewhere || earlier !== undefined;
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
    if (names === "link" && path) yield* judgeLinks(world, path, context);
  },
};

/** Where the UUID names the new link, that link carries it. */
function* judgeLinks(world: World, path: JsonPath, context: JudgingContext): Iterable<Judgement> {
  for (const trace of world.traces.values()) {
    if (!isTellable(trace)) continue;
    for (const read of trace.reads) {
      for (const link of pageOf(read)?.links ?? []) {
        const action = actionOfLink(link, trace, context.profile);
        if (action?.exchange.operationId !== "v2AppendAction" || action.unclear) continue;
        const id = payloadOf(action.exchange);
        const shown = valuesAt(link, path).map((value) => String(value).toLowerCase());
        if (typeof id !== "string" || shown.length === 0) continue;
        yield judged(
          "ACT-09",
          read,
          shown.includes(id.toLowerCase())
            ? undefined
            : {
                message: `The link of an action in ${nameOf(read)} does not carry the UUID that the action answered, as links did elsewhere`,
                expected: id,
                actual: shown,
                with: [action.exchange],
              },
        );
      }
    }
  }
}
