/**
 * Where a target refuses what the configuration names, its own answers may show that the configuration is right: then what
 * it refuses is judged like anything else.
 */
import type { Environment } from "../../driver/index.ts";
import { isJsonObject, type Json } from "../../spec/json.ts";
import { faces } from "../../spec/operations.ts";
import { outcomeOf, payloadMember, payloadOf, succeeded } from "../../spec/readings/outcome.ts";
import { listedIn, lists } from "../../spec/readings/process.ts";
import { isThrottled } from "../../spec/readings/throttled.ts";
import type { Exchange, History } from "../../spec/vocabulary/history.ts";
import type { Script } from "../../spec/vocabulary/script.ts";
import { unfitTraits } from "../../spec/vocabulary/unfit-traits.ts";

/** Words by which an answer says that it knows no such thing. */
export const unknownWords =
  /unknown|unrecogni[sz]ed|not found|no such|n['o]?t exist|undefined|not configured|not defined|not belong|\bno (?:action|workflow|group|organi[sz]ation)/i;

/** Words in the name of a member of the state by which it lists what may come next, not what was done. */
const speaksOfNext = /next|allow|avail|possib|permit|todo/i;

/** True where what the target answered shows that it, and not the configuration, is at fault. */
export function contradictsItself(histories: readonly History[], { workflows }: Environment): boolean {
  const plain = histories.flatMap(({ exchanges }) => exchanges).filter(isPlain);
  return refusesOwnTraces(plain) || refusesWhatItLists(plain) || deniesWhatItNames(plain, workflows);
}

/**
 * Begins a trace with each of two actions: where none is known, their answers may name them. Undefined where traces were
 * begun, or there is one action alone.
 */
export function askingForTwoActions(
  histories: readonly History[],
  { workflows }: Environment,
  runId: string,
): Script | undefined {
  const began = histories.flatMap(({ exchanges }) => exchanges).filter(({ intent }) => intent.kind === "create");
  const index = workflows.findIndex(({ actions }) => actions.length > 1);
  const two = workflows[index]?.actions.slice(0, 2) ?? [];
  if (two.length < 2 || began.length === 0 || began.some(succeeded)) return undefined;
  return {
    id: "probes/configuration/2",
    title: "What is said of two actions of which none begins a trace?",
    steps: two.flatMap(({ key }, number) =>
      faces.map((face) => ({
        op: "create" as const,
        face,
        workflow: index,
        action: key,
        data: { tcMark: `${runId}-two-${String(number)}-${face}` },
        traits: [unfitTraits.beginning],
      })),
    ),
  };
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

/**
 * Each of two actions is refused as unknown, in the same words, which name the workflow and both actions: of one of them
 * nothing was asked, so the target knows it.
 */
function deniesWhatItNames(plain: readonly Exchange[], workflows: Environment["workflows"]): boolean {
  return workflows.some(({ id }, index) => {
    const creations = plain.filter(({ intent }) => intent.kind === "create" && intent.workflow === index);
    const keys = new Set(
      creations.flatMap(({ intent }) => ("actionKey" in intent ? (textOf(intent.actionKey) ?? []) : [])),
    );
    const named = [id, ...keys];
    return (
      keys.size > 1 &&
      isThroughBoth(creations) &&
      creations.every(isDenied) &&
      faces.every((face) => {
        const texts = new Set(creations.filter((one) => one.face === face).map(bodyOf));
        const [text = ""] = texts;
        return texts.size === 1 && unknownWords.test(text) && named.every((one) => hasWord(text, one));
      })
    );
  });
}

const isThroughBoth = (group: readonly Exchange[]): boolean =>
  faces.every((face) => group.some((one) => one.face === face));

const nameIn = (intent: Exchange["intent"]): string =>
  intent.kind === "act" ? JSON.stringify([intent.workflow, intent.actionKey, intent.groupLabel]) : "";

const textOf = (value: Json | undefined): string | undefined => (typeof value === "string" ? value : undefined);

function bodyOf({ response }: Exchange): string {
  return response?.body ? new TextDecoder().decode(response.body.subarray(0, 2_000)) : "";
}

/** True where it stands there, and is no part of another word. */
function hasWord(text: string, word: string): boolean {
  const at = text.indexOf(word);
  return (
    at >= 0 && word !== "" && ![text[at - 1], text[at + word.length]].some((next) => /[\p{L}\p{N}_]/u.test(next ?? ""))
  );
}
