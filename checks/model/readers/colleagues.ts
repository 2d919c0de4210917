/** What users beside the first read of its traces: what a state shows may differ by reader, but not by face. */
import { firstDifference, sameJson } from "../../../spec/readings/equal.ts";
import { outcomeOf, payloadMember, succeeded } from "../../../spec/readings/outcome.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import { isJsonObject, type Json } from "../../../spec/json.ts";
import type { Finding } from "../../judgements.ts";
import { answerOf, nameOf } from "../../support/exchanges.ts";
import { placeText } from "../../support/place.ts";
import type { Case } from "../case.ts";
import { stableState } from "../links/links.ts";
import { changedBetween } from "../moment.ts";
import { traceKey, type ModelTrace } from "../world.ts";

interface ColleagueRead {
  readonly exchange: Exchange;
  readonly finding: Finding | undefined | false;
}

/**
 * Each state that a colleague read, or was refused, through one face between two reads of the other face, both alike:
 * what changes by itself differs between those two as well.
 */
export const colleagueReads = (subject: Case): readonly ColleagueRead[] =>
  [...subject.world.traces.values()].flatMap((trace) => {
    const read = stateReads(trace, subject).filter(({ exchange }) => isColleague(exchange));
    return [...Map.groupBy(read, ({ exchange }) => exchange.actor).values()].flatMap((own) =>
      own.flatMap((middle, at): readonly ColleagueRead[] => {
        const [before, after] = [own[at - 1], own[at + 1]];
        if (!before || !after || before.exchange.face === middle.exchange.face) return [];
        if (after.exchange.face !== before.exchange.face || !sameJson(before.state, after.state)) return [];
        if (changedBetween(trace, before.exchange, after.exchange)) return [];
        const { exchange } = middle;
        const sides = [before.exchange, after.exchange];
        if (before.state === undefined || middle.state === undefined)
          return [{ exchange, finding: !sameJson(before.state, middle.state) && oneSided(before, middle, sides) }];
        const difference = firstDifference(before.state, middle.state);
        const message = `${nameOf(exchange)} shows another user another state than the ${before.exchange.face} face does just before and after, at ${placeText(difference?.path ?? [])}`;
        const { expected, actual } = difference ?? {};
        const finding = difference && { message, expected, actual, with: sides };
        return [{ exchange, finding }];
      }),
    );
  });

/** A read of a state of a trace, by whomever. */
export interface StateRead {
  readonly exchange: Exchange;
  /** Absent where the target keeps the trace from this user. */
  readonly state?: Json;
}

function oneSided(before: StateRead, { exchange, state }: StateRead, sides: readonly Exchange[]): Finding {
  const message =
    state === undefined
      ? `${nameOf(exchange)} keeps from a user the trace that the ${before.exchange.face} face shows just before and after`
      : `${nameOf(exchange)} shows a user the trace that the ${before.exchange.face} face keeps from him just before and after`;
  const [expected, actual] = [before, { exchange, state }].map((read) => answerOf(read.exchange));
  return { message, expected, actual, with: sides };
}

/** Each read of its state that was sent as it should be, and answered or kept from who asked. */
export function stateReads(trace: ModelTrace, subject: Case): readonly StateRead[] {
  return subject.exchanges.flatMap((exchange): readonly StateRead[] => {
    const { intent, defects } = exchange;
    if (intent.kind !== "state" || defects.length > 0) return [];
    if (traceKey(intent.traceId) !== traceKey(trace.id)) return [];
    if (isKeptFromUser(exchange)) return [{ exchange }];
    const state = succeeded(exchange) ? payloadMember(exchange, "state") : undefined;
    return isJsonObject(state) ? [{ exchange, state: stableState(state, subject) }] : [];
  });
}

/** True for a refusal that speaks of the trace or of the user, and not of the login or of how much was asked. */
function isKeptFromUser(exchange: Exchange): boolean {
  const { status = 0 } = exchange.response ?? {};
  return outcomeOf(exchange) === "refused" && [403, 404, 410].includes(status);
}

/** True for what one of `users` sent in its own name. */
export function isColleague({ actor }: Exchange): boolean {
  return actor !== "first" && actor !== "second";
}
