/** What the probes saw refused on traces of processes: each kind of refusal once, with the way that leads to it. */
import { acceptedBefore } from "../../../probes/index.ts";
import { isJsonObject, type Json } from "../../../spec/json.ts";
import { isAction } from "../../../spec/readings/actions.ts";
import { answerWords } from "../../../spec/readings/answer-words.ts";
import { outcomeOf } from "../../../spec/readings/outcome.ts";
import { senderOf } from "../../../spec/readings/people.ts";
import { processOf } from "../../../spec/readings/process.ts";
import { refusalText } from "../../../spec/readings/refusal-text.ts";
import { withTexts } from "../../../spec/readings/shown-values.ts";
import { isThrottled } from "../../../spec/readings/throttled.ts";
import type { Exchange, History } from "../../../spec/vocabulary/history.ts";
import type { Profile } from "../../../spec/vocabulary/profile.ts";
import type { WorkflowDescription } from "../../../spec/vocabulary/target.ts";
import type { RefusedBefore, RefusedThere, SentBefore } from "../../scripts/index.ts";

/** What is reached by more actions is not sent again. */
const longestWay = 12;
/** So many actions that are refused in the same words: most words are those of the order, and say the same of all. */
const mostInSameWords = 2;
/** Statuses that speak of the moment, or of the request itself. */
const notOfAction: ReadonlySet<number> = new Set([401, 408, 413, 415, 423, 425, 429]);

interface Seen {
  readonly accepted: readonly Exchange[];
  readonly refused: RefusedThere;
}

export function refusalsSeen(
  workflows: readonly WorkflowDescription[],
  profile: Profile,
  histories: readonly History[],
): readonly RefusedBefore[] {
  const exchanges = histories.flatMap((history) => history.exchanges);
  return workflows.flatMap((description, workflow) => {
    if (!processOf(profile, description)) return [];
    const seen = exchanges.flatMap((exchange) => seenIn(exchanges, exchange, description, workflow) ?? []);
    const byTrace = Map.groupBy(seen, ({ accepted: [created] }) => created);
    return chosen([...byTrace.values()]).map((together): RefusedBefore => {
      const longest = together.reduce((most, one) => (one.accepted.length > most.accepted.length ? one : most));
      const done = longest.accepted.flatMap((one) => sentBefore(one, description) ?? []);
      return { workflow, done, refused: together.map(({ refused }) => refused) };
    });
  });
}

function seenIn(
  exchanges: readonly Exchange[],
  exchange: Exchange,
  description: WorkflowDescription,
  workflow: number,
): Seen | undefined {
  const { intent, response, defects, traits } = exchange;
  if (intent.kind !== "act" || intent.workflow !== workflow || defects.length > 0 || traits.length > 0)
    return undefined;
  const status = response?.status ?? 500;
  if (outcomeOf(exchange) !== "refused" || status >= 500 || notOfAction.has(status) || isThrottled(exchange))
    return undefined;
  const accepted = acceptedBefore(exchanges, exchange);
  const begins = accepted[0]?.intent;
  const sent = sentBefore(exchange, description);
  if (begins?.kind !== "create" || begins.workflow !== workflow || accepted.length > longestWay || !sent)
    return undefined;
  if (accepted.some((one) => one.traits.length > 0 || !sentBefore(one, description))) return undefined;
  // What was taken some times before is refused for another reason than what comes too early, whatever is said.
  const times = accepted.filter((one) => one.intent.kind === "act" && one.intent.actionKey === sent.action).length;
  const words = `${wordsOf(exchange, description)}${times > 1 ? ", once more" : ""}`;
  return { accepted, refused: { ...sent, after: accepted.length, words } };
}

/** Of each kind one, on as few traces as may be: those first on which the most kinds were seen, and by the shortest way. */
function chosen(traces: readonly (readonly Seen[])[]): readonly (readonly Seen[])[] {
  const taken = new Map<string, Set<string>>();
  const isNew = ({ refused: { words, action } }: Seen): boolean => {
    const keys = taken.get(words) ?? new Set();
    return !keys.has(action) && keys.size < mostInSameWords;
  };
  const picked: (readonly Seen[])[] = [];
  for (let left = traces; left.length > 0;) {
    const news = left.map(eachKindOnce).map((seen) => seen.filter(isNew));
    const best = news.reduce((most, one) => (isBetter(one, most) ? one : most));
    if (best.length === 0) break;
    const kept = best.filter((seen) => {
      const isKept = isNew(seen);
      if (isKept) taken.set(seen.refused.words, (taken.get(seen.refused.words) ?? new Set()).add(seen.refused.action));
      return isKept;
    });
    picked.push(kept);
    left = left.filter((_, at) => news[at] !== best);
  }
  return picked;
}

const isBetter = (one: readonly Seen[], other: readonly Seen[]): boolean =>
  one.length > other.length || (one.length === other.length && wayOf(one) < wayOf(other));

const wayOf = (seen: readonly Seen[]): number => Math.max(0, ...seen.map(({ accepted }) => accepted.length));

function eachKindOnce(seen: readonly Seen[]): readonly Seen[] {
  const kinds = Map.groupBy(seen, ({ refused: { words, action } }) => `${action} ${words}`);
  return [...kinds.values()].flatMap((all) => all.slice(0, 1));
}

function sentBefore(exchange: Exchange, { actions }: WorkflowDescription): SentBefore | undefined {
  const { intent } = exchange;
  if (!isAction(intent) || typeof intent.actionKey !== "string") return undefined;
  const { actionKey: action, groupLabel, markerAt, data, stoodFor = {} } = intent;
  const described = actions.filter(({ key }) => key === action);
  if (!isJsonObject(data) || described.length === 0) return undefined;
  const isOpenToSeveral = described.length > 1 && typeof groupLabel === "string";
  return {
    action,
    // What the service made is another on each trace.
    data: withTexts(data, stoodFor) as SentBefore["data"],
    ...(markerAt ? { markerAt } : {}),
    ...(isOpenToSeveral ? { group: groupLabel } : {}),
    sender: senderOf(exchange),
  };
}

/** The same through both faces, which write refusals each in its own form. */
function wordsOf({ response }: Exchange, description: WorkflowDescription): string {
  const text = leavesOf(answerWords(response)).join(" ");
  return refusalText({ response: response && { ...response, json: { value: text } } }, description);
}

function leavesOf(value: Json): readonly string[] {
  if (Array.isArray(value)) return (value as readonly Json[]).flatMap(leavesOf);
  if (isJsonObject(value))
    return Object.entries(value)
      .toSorted()
      .flatMap(([, member]) => leavesOf(member));
  return typeof value === "string" || typeof value === "number" ? [String(value)] : [];
}
