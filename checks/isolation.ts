/** A user of a separate organization sees and changes nothing of another's traces. */
import { payloadOf } from "../spec/readings/outcome.ts";
import type { RequirementId } from "../spec/requirements/index.ts";
import type { OperationKind } from "../spec/operations.ts";
import type { Json } from "../spec/vocabulary/json.ts";
import type { Check } from "../spec/vocabulary/judgement.ts";
import { traceKey, traceOf, worldOf } from "./model/world.ts";
import { answerOf, givesPayload, isProbing, leakIn, isThrottled, nameOf } from "./support/exchanges.ts";
import { judged } from "./support/judging.ts";

const byKind: { readonly [kind in OperationKind]?: RequirementId } = {
  state: "ISO-01",
  details: "ISO-02",
  files: "ISO-03",
  file: "ISO-03",
  act: "ISO-04",
};

export const isolation: Check = {
  id: "isolation",
  requirements: ["ISO-01", "ISO-02", "ISO-03", "ISO-04", "ISO-05"],
  *judge(history, context) {
    if (!context.target.secondUser || context.target.secondUser.sharesOrganization) return;
    const world = worldOf(history);
    for (const exchange of history.exchanges) {
      if (exchange.actor !== "second" || exchange.defects.length > 0 || isProbing(exchange)) continue;
      if (!exchange.response || isThrottled(exchange)) continue;
      const trace = traceOf(world, exchange);
      const requirement = byKind[exchange.intent.kind];
      if (trace && requirement && trace.created.exchange.actor === "first") {
        const leak = leakIn(
          exchange,
          trace.actions.map(({ mark }) => mark),
        );
        const message = givesPayload(exchange)
          ? `${nameOf(exchange)} succeeds for a user who shares no organization with the trace's owner`
          : leak && `${nameOf(exchange)} shows data of a trace to a user who shares no organization with its owner`;
        yield judged(
          requirement,
          exchange,
          message === undefined
            ? undefined
            : {
                message,
                expected: "no success, and nothing of the trace",
                actual: leak === undefined ? answerOf(exchange) : `${answerOf(exchange)}, which shows ${leak}`,
                with: [trace.created.exchange],
              },
        );
      }
      if (exchange.intent.kind === "search") {
        const payload = payloadOf(exchange);
        const found = Array.isArray(payload) ? (payload as readonly Json[]) : [];
        const owned = found.find(
          (id) => typeof id === "string" && world.traces.get(traceKey(id))?.created.exchange.actor === "first",
        );
        yield judged(
          "ISO-05",
          exchange,
          owned === undefined
            ? undefined
            : {
                message: `${nameOf(exchange)} finds a trace of a separate organization`,
                expected: "only traces of the user's own organization",
                actual: owned,
              },
        );
      }
    }
  },
};
