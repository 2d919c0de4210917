/**
 * Where a target refuses what the configuration names, its own answers may show that the configuration is right: then what
 * it refuses is judged like anything else.
 */
import { isJsonObject, type Json } from "../../spec/json.ts";
import { faces } from "../../spec/operations.ts";
import { outcomeOf, payloadMember, payloadOf } from "../../spec/readings/outcome.ts";
import { listedIn, lists } from "../../spec/readings/listed-next.ts";
import { isThrottled } from "../../spec/readings/throttled.ts";
import type { Exchange, History } from "../../spec/vocabulary/history.ts";

/** Words in the name of a member of the state by which it lists what may come next, not what was done. */
const speaksOfNext = /next|allow|avail|possib|permit|todo/i;

/** True where what the target answered shows that it, and not the configuration, is at fault. */
export function contradictsItself(histories: readonly History[]): boolean {
  const plain = histories.flatMap(({ exchanges }) => exchanges).filter(isPlain);
  return refusesOwnTraces(plain) || refusesWhatItLists(plain);
}

const isPlain = ({ support, defects, actor, candidateFor }: Exchange): boolean =>
  !support && defects.length === 0 && actor === "first" && !candidateFor;

/** The status 401 is about the token, and 403 about what a user may do. */
function isDenied(exchange: Exchange): boolean {
  const { status = 0 } = exchange.response ?? {};
  return outcomeOf(exchange) === "refused" && status !== 401 && status !== 403 && !isThrottled(exchange);
}

/** Through both faces no state and no links are shown of any trace that the target itself said it made. */
function refusesOwnTraces(plain: readonly Exchange[]): boolean {
  const made = new Set(plain.flatMap((one) => (one.intent.kind === "create" ? (textOf(payloadOf(one)) ?? []) : [])));
  const reads = plain.filter(
    ({ intent }) => (intent.kind === "state" || intent.kind === "details") && made.has(intent.traceId),
  );
  return isThroughBoth(reads) && reads.every(isDenied);
}

/** The state lists an action as next for a group that has begun the trace, and the action is never taken. */
function refusesWhatItLists(plain: readonly Exchange[]): boolean {
  const acts = plain.filter(({ intent }) => intent.kind === "act");
  return [...Map.groupBy(acts, ({ intent }) => nameIn(intent)).values()].some(
    (group) => isThroughBoth(group) && group.every(isDenied) && group.some((act) => isListed(act, plain)),
  );
}

function isListed({ intent, sentAtMs }: Exchange, plain: readonly Exchange[]): boolean {
  if (intent.kind !== "act" || typeof intent.actionKey !== "string" || typeof intent.groupLabel !== "string")
    return false;
  const { traceId, actionKey: key, groupLabel } = intent;
  const began = plain.some(
    (one) => one.intent.kind === "create" && payloadOf(one) === traceId && one.intent.groupLabel === groupLabel,
  );
  const before = plain.findLast(
    (one) => one.intent.kind === "state" && one.intent.traceId === traceId && one.receivedAtMs <= sentAtMs,
  );
  const state = before && payloadMember(before, "state");
  if (!began || !isJsonObject(state)) return false;
  return Object.keys(state).some((member) => {
    const listed = speaksOfNext.test(member) ? listedIn(state, { path: [member], by: "group" }) : undefined;
    return listed !== undefined && lists(listed, { key, groupLabel });
  });
}

const isThroughBoth = (group: readonly Exchange[]): boolean =>
  faces.every((face) => group.some((one) => one.face === face));

const nameIn = (intent: Exchange["intent"]): string =>
  intent.kind === "act" ? JSON.stringify([intent.workflow, intent.actionKey, intent.groupLabel]) : "";

const textOf = (value: Json | undefined): string | undefined => (typeof value === "string" ? value : undefined);
