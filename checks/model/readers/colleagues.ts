/** What other users read: a state may differ by reader, but not by face. */
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
 * Each state read by a colleague, or refused to one, through one face between two equal reads through the other: what
 * changes by itself would differ between those two.
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

/** A read of the state of a trace by any user. */
export interface StateRead {
  readonly exchange: Exchange;
  /** Absent where the target hides the trace from this user. */
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

/** Each well-formed read of the state that was answered, or refused as hidden. */
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

/** True for a refusal about the trace or the user, and not about the login or limits. */
function isKeptFromUser(exchange: Exchange): boolean {
  const { status = 0 } = exchange.response ?? {};
  return outcomeOf(exchange) === "refused" && [403, 404, 410].includes(status);
}

/** True for what one of `users` sent. */
export function isColleague({ actor }: Exchange): boolean {
  return actor !== "first" && actor !== "second";
}
