/** Traces that do not exist, and texts that name none, are not answered as if they did. */
import type { OperationKind } from "../spec/operations.ts";
import type { RequirementId } from "../spec/requirements/index.ts";
import type { Exchange } from "../spec/vocabulary/history.ts";
import type { Check, JudgingContext } from "../spec/vocabulary/judgement.ts";
import { traceKey, worldOf, type World } from "./model/world.ts";
import { answerOf, givesPayload, isProbing, isThrottled, nameOf } from "./support/exchanges.ts";
import { judged } from "./support/judging.ts";
import { isUuid } from "./support/uuid.ts";

const byKind: { readonly [kind in OperationKind]?: RequirementId } = {
  details: "DETAILS-10",
  state: "STATE-06",
  act: "ACT-11",
};

export const unknownThings: Check = {
  id: "unknown-things",
  requirements: ["DETAILS-10", "STATE-06", "ACT-11", "REFUSE-04"],
  *judge(history, context) {
    const world = worldOf(history);
    for (const exchange of history.exchanges) {
      const { intent } = exchange;
      if (
        !("traceId" in intent) ||
        isProbing(exchange) ||
        !exchange.response ||
        isThrottled(exchange) ||
        exchange.actor === "second"
      )
        continue;
      if (
        exchange.defects.some(({ where }) => where !== "path") ||
        !namesNothing(intent.traceId, exchange, world, context)
      )
        continue;
      const requirement = isUuid(intent.traceId) ? byKind[intent.kind] : "REFUSE-04";
      if (!requirement) continue;
      yield judged(
        requirement,
        exchange,
        givesPayload(exchange)
          ? {
              message: `${nameOf(exchange)} succeeds although there is no such trace`,
              expected: "no success",
              actual: exchange.response.json?.value ?? answerOf(exchange),
            }
          : undefined,
      );
    }
  },
};

/** A literal of the script that is not the id of a trace this history or the configuration knows. */
function namesNothing(id: string, exchange: Exchange, world: World, context: JudgingContext): boolean {
  if (id.trim() === "" || world.traces.has(traceKey(id.trim()))) return false;
  if (context.target.knownTraces?.some((known) => traceKey(known) === traceKey(id))) return false;
  // An id from the target's own answers (a search, a creation that answered no proper UUID) may well exist.
  return exchange.defects.some(({ where }) => where === "path");
}
