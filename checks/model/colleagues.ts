/** What users beside the first read of its traces: what a state shows may differ by reader, but not by face. */
import { firstDifference, sameJson } from "../../spec/readings/equal.ts";
import { payloadMember, succeeded } from "../../spec/readings/outcome.ts";
import type { Exchange } from "../../spec/vocabulary/history.ts";
import { isJsonObject, type Json } from "../../spec/json.ts";
import type { Finding } from "../judgements.ts";
import { nameOf } from "../support/exchanges.ts";
import type { Case } from "./case.ts";
import { stableState } from "./links.ts";
import { changedBetween } from "./moment.ts";
import { traceKey, type ModelTrace } from "./world.ts";

interface ColleagueRead {
  readonly exchange: Exchange;
  readonly finding: Finding | undefined;
}

/**
 * Each state that a colleague read through one face between two reads of the other face, both alike: what changes by
 * itself differs between those two as well.
 */
export const colleagueReads = (subject: Case): readonly ColleagueRead[] =>
  [...subject.world.traces.values()].flatMap((trace) => {
    const read = statesOfColleagues(trace, subject);
    return [...Map.groupBy(read, ({ exchange }) => exchange.actor).values()].flatMap((own) =>
      own.flatMap((middle, at): readonly ColleagueRead[] => {
        const [before, after] = [own[at - 1], own[at + 1]];
        if (!before || !after || before.exchange.face === middle.exchange.face) return [];
        if (after.exchange.face !== before.exchange.face || !sameJson(before.state, after.state)) return [];
        if (changedBetween(trace, before.exchange, after.exchange)) return [];
        const { exchange } = middle;
        const difference = firstDifference(before.state, middle.state);
        const message = `${nameOf(exchange)} shows another user another state than the ${before.exchange.face} face does just before and after, at ${difference?.path.join(".") || "its root"}`;
        const { expected, actual } = difference ?? {};
        const finding = difference && { message, expected, actual, with: [before.exchange, after.exchange] };
        return [{ exchange, finding }];
      }),
    );
  });

function statesOfColleagues(trace: ModelTrace, subject: Case): readonly { exchange: Exchange; state: Json }[] {
  return subject.exchanges.flatMap((exchange) => {
    const { intent, defects } = exchange;
    if (intent.kind !== "state" || !isColleague(exchange) || defects.length > 0 || !succeeded(exchange)) return [];
    const state = payloadMember(exchange, "state");
    if (traceKey(intent.traceId) !== traceKey(trace.id) || !isJsonObject(state)) return [];
    return [{ exchange, state: stableState(state, subject) }];
  });
}

/** True for what one of `users` sent in its own name. */
export function isColleague({ actor }: Exchange): boolean {
  return actor !== "first" && actor !== "second";
}
