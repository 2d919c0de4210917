/** What the UUID of the v2 action names is the same at every action. */
import { payloadOf } from "../spec/readings/outcome.ts";
import { valuesAt } from "../spec/readings/path.ts";
import type { Exchange } from "../spec/vocabulary/history.ts";
import type { JsonPath } from "../spec/vocabulary/profile.ts";
import type { Case } from "./model/case.ts";
import { actionOfLink, isTellable, pageOf } from "./model/links/links.ts";
import { traceKey, type ModelTrace } from "./model/world.ts";
import { rule, type Observed, type Rule } from "./rule.ts";
import { nameOf } from "./support/exchanges.ts";

export const actionUuidRules: readonly Rule[] = [
  rule("ACT-09", function* (subject) {
    const names = subject.observed("action-uuid")?.names;
    const seen = new Map<string, Exchange>();
    for (const exchange of names ? subject.exchanges : []) {
      const { intent, operationId } = exchange;
      const id = operationId === "v2AppendAction" ? payloadOf(exchange) : undefined;
      if (intent.kind !== "act" || typeof id !== "string") continue;
      const key = traceKey(id);
      const isTrace = key === traceKey(intent.traceId);
      const elsewhere = !isTrace && subject.world.traces.has(key);
      const earlier = seen.get(key);
      seen.set(key, exchange);
      // A UUID that names nothing visible may be any, even the same for every action.
      const wrong = names === "trace" ? !isTrace : elsewhere || (names !== "other" && (isTrace || earlier));
      yield [
        exchange,
        wrong && {
          message: `${nameOf(exchange)} answers a UUID that does not name ${names === "trace" ? "the trace" : "something new"}, as it did at other actions`,
          expected: names === "trace" ? intent.traceId : "a UUID of its own for this action",
          actual: id,
          with: [earlier],
        },
      ];
    }
  }),

  // Where the UUID names the new link, that link carries it.
  rule("ACT-09", function* (subject) {
    const { names, path } = subject.observed("action-uuid") ?? {};
    if (names !== "link" || !path) return;
    for (const trace of subject.world.traces.values()) {
      for (const read of isTellable(trace) ? trace.reads : []) yield* linksWithUuid(read, trace, path, subject);
    }
  }),
];

/** The links of v2 actions that a read shows: each carries the UUID that the action answered. */
function* linksWithUuid(read: Exchange, trace: ModelTrace, path: JsonPath, subject: Case): Iterable<Observed> {
  for (const link of pageOf(read)?.links ?? []) {
    const action = actionOfLink(link, trace, subject);
    if (action?.exchange.operationId !== "v2AppendAction" || action.unclear) continue;
    const id = payloadOf(action.exchange);
    const shown = valuesAt(link, path).map((value) => String(value).toLowerCase());
    if (typeof id !== "string" || shown.length === 0) continue;
    const message = `The link of an action in ${nameOf(read)} does not carry the UUID that the action answered, as links did elsewhere`;
    yield [
      read,
      !shown.includes(id.toLowerCase()) && { message, expected: id, actual: shown, with: [action.exchange] },
    ];
  }
}
