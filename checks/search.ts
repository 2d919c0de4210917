/** Search: what matches is found, what does not is not, each once, in its own workflow. */
import { isMark } from "../spec/readings/mark.ts";
import { payloadOf, succeeded } from "../spec/readings/outcome.ts";
import type { RequirementId } from "../spec/requirements/index.ts";
import type { Exchange, History, Intent } from "../spec/vocabulary/history.ts";
import { isJsonObject, type Json, type JsonObject } from "../spec/vocabulary/json.ts";
import type { Check, Judgement, JudgingContext } from "../spec/vocabulary/judgement.ts";
import { readingOf, type OpenPointValues } from "../spec/vocabulary/profile.ts";
import { matchOf, searchableData, type Match } from "./model/matching.ts";
import { momentOf } from "./model/moment.ts";
import { traceKey, worldOf, type TraceRecord, type World } from "./model/world.ts";
import { isProbing, nameOf } from "./support/exchanges.ts";
import { failed, judged, passed } from "./support/judging.ts";

type SearchIntent = Extract<Intent, { kind: "search" }>;

export const search: Check = {
  id: "search",
  requirements: [
    "SEARCH-03",
    "SEARCH-04",
    "SEARCH-05",
    "SEARCH-06",
    "SEARCH-07",
    "SEARCH-08",
    "SEARCH-09",
    "SEARCH-10",
    "REFUSE-02",
    "AUTH-32",
  ],
  *judge(history, context) {
    const keys = readingOf(context.profile, "search-keys");
    const world = worldOf(history);
    const longest = longestAnswer(history);
    for (const exchange of history.exchanges) {
      const { intent } = exchange;
      if (intent.kind !== "search" || isProbing(exchange) || exchange.actor === "second") continue;
      if (!succeeded(exchange) || exchange.defects.length > 0) continue;
      const payload = payloadOf(exchange);
      if (!Array.isArray(payload)) continue;
      const found = (payload as readonly Json[]).filter((id) => typeof id === "string").map(traceKey);
      const twice = found.find((id, index) => found.indexOf(id) !== index);
      yield judged(
        "SEARCH-07",
        exchange,
        twice === undefined
          ? undefined
          : {
              message: `${nameOf(exchange)} answers the trace ${twice} more than once`,
              expected: "each trace once",
              actual: found.slice(0, 50),
            },
      );
      yield* judgeAgain(history, exchange, intent, new Set(found), context);
      // By the other key a target may find nothing; what it finds there must match.
      const workflow = intent.workflow ?? intent.byOtherKey;
      if (keys && workflow !== undefined && isJsonObject(intent.filters) && Object.keys(intent.filters).length > 0) {
        const capped = found.length >= leastCap && found.length === longest;
        const asked = { ...intent, workflow };
        yield* judgeFound(exchange, asked, intent.filters, new Set(found), world, keys, context, capped);
      }
    }
  },
};

/** What was found once, and was not written to since, is found again by the same filters. */
function* judgeAgain(
  history: History,
  exchange: Exchange,
  intent: SearchIntent,
  found: ReadonlySet<string>,
  context: JudgingContext,
): Iterable<Judgement> {
  if (found.size >= leastCap) return;
  const { filters } = intent;
  const keys = readingOf(context.profile, "search-keys");
  if (!keys || !isJsonObject(filters)) return;
  const world = worldOf(history);
  // An index that lags may show a write here and not yet there.
  const lagMs = (readingOf(context.profile, "search-lag")?.ms ?? 0) > 0 ? context.target.searchLagMs : 0;
  const asked = JSON.stringify([filters, intent.workflow ?? null]);
  const earlier = history.exchanges.findLast(
    (other) =>
      // Attempts of one step wait for an index that may show and hide a trace meanwhile.
      other.step !== exchange.step &&
      other.receivedAtMs <= exchange.sentAtMs &&
      other.operationId === exchange.operationId &&
      other.actor === exchange.actor &&
      other.intent.kind === "search" &&
      JSON.stringify([other.intent.filters, other.intent.workflow ?? null]) === asked &&
      succeeded(other),
  );
  const payload = earlier && payloadOf(earlier);
  if (!earlier || !Array.isArray(payload) || payload.length >= leastCap) return;
  const lost = [...world.traces].find(
    ([key, trace]) =>
      (payload as readonly Json[]).some((id) => typeof id === "string" && traceKey(id) === key) &&
      !found.has(key) &&
      trace.doubtful.length === 0 &&
      candidateOf(trace, exchange, intent, filters, keys, context).match === "all" &&
      // Left alone for longer than an index may take, at the earlier search already.
      trace.actions.every((action) => action.exchange.receivedAtMs <= earlier.sentAtMs - lagMs),
  );
  yield judged(
    "SEARCH-03",
    exchange,
    lost && {
      message: `${nameOf(exchange)} with ${JSON.stringify(intent.filters)} no longer finds a trace that it found before, though nothing was written to it`,
      expected: lost[1].id,
      actual: [...found].slice(0, 50),
      with: [earlier],
    },
  );
}

/** Limits are not shown: an answer of so many traces, as long as any, may be as much as the target gives. */
const leastCap = 20;

function longestAnswer(history: History): number {
  const lengths = history.exchanges.map((exchange) => {
    const payload = exchange.intent.kind === "search" && succeeded(exchange) ? payloadOf(exchange) : undefined;
    return Array.isArray(payload) ? payload.length : 0;
  });
  return Math.max(0, ...lengths);
}

function* judgeFound(
  exchange: Exchange,
  intent: SearchIntent,
  filters: JsonObject,
  found: ReadonlySet<string>,
  world: World,
  keys: OpenPointValues["search-keys"],
  context: JudgingContext,
  capped: boolean,
): Iterable<Judgement> {
  const candidates = [...world.traces.values()].map((trace) =>
    candidateOf(trace, exchange, intent, filters, keys, context),
  );
  // Only what the step waited for has had the time that the configuration allows to reach the index.
  const awaited = new Set((intent.until?.includes ?? []).map(traceKey));
  const shunned = new Set((intent.until?.excludes ?? []).map(traceKey));
  const wanted = candidates.filter(
    ({ match, here, trace }) => match === "all" && here && awaited.has(traceKey(trace.id)),
  );
  if (intent.last) {
    for (const { trace } of wanted) {
      const missing = !found.has(traceKey(trace.id));
      if (missing && capped) continue;
      const finding = missing
        ? {
            message: `${nameOf(exchange)} with ${JSON.stringify(filters)} does not find a trace whose state data match`,
            expected: trace.id,
            actual: [...found].slice(0, 50),
            with: trace.actions.map((action) => action.exchange),
          }
        : undefined;
      yield judged("SEARCH-03", exchange, finding);
      if (wanted.length > 1) yield judged("SEARCH-09", exchange, finding);
      if (trace.actions.length > 1 && changedKeys(trace, filters)) yield judged("SEARCH-08", exchange, finding);
    }
  }
  for (const { trace, match, here, ever } of candidates) {
    const present = found.has(traceKey(trace.id));
    const evidence = {
      expected: `not ${trace.id}`,
      actual: [...found].slice(0, 50),
      with: trace.actions.map((action) => action.exchange),
    };
    const call = `${nameOf(exchange)} with ${JSON.stringify(filters)}`;
    if (!here && (present || ever === "all")) {
      yield judged(
        "SEARCH-06",
        exchange,
        present ? { message: `${call} finds a trace of another workflow`, ...evidence } : undefined,
      );
    } else if (here && (match === "none" || match === "some")) {
      const stale = ever === "all";
      // A stale index may lag; a trace that never matched has no excuse.
      if (stale && !(intent.last && shunned.has(traceKey(trace.id)))) continue;
      const requirement: RequirementId = stale ? "SEARCH-08" : match === "some" ? "SEARCH-05" : "SEARCH-04";
      const what = stale
        ? "by a value it no longer has"
        : match === "some"
          ? "that matches only some of the filters"
          : "that does not match";
      yield judged(
        requirement,
        exchange,
        present ? { message: `${call} finds a trace ${what}`, ...evidence } : undefined,
      );
    }
  }
  yield* judgeStrangers(exchange, filters, found, world, keys);
}

interface Candidate {
  readonly trace: TraceRecord;
  readonly match: Match;
  /** In the workflow that is searched. */
  readonly here: boolean;
  /** The best match the trace ever had, at any moment. */
  readonly ever: Match;
}

function candidateOf(
  trace: TraceRecord,
  exchange: Exchange,
  intent: SearchIntent,
  filters: JsonObject,
  keys: OpenPointValues["search-keys"],
  context: JudgingContext,
): Candidate {
  const here = trace.created.workflow === intent.workflow;
  const moment = momentOf(trace, exchange);
  const everyState = moment.settled.map((_, index) =>
    matchOf(filters, searchableData(moment.settled.slice(0, index + 1), context.profile), keys),
  );
  const ever: Match = everyState.includes("all") ? "all" : everyState.includes("unknown") ? "unknown" : "none";
  // A trace that is still being written matches or not; nobody can tell.
  const clear = moment.settled.every(({ unclear }) => !unclear);
  const match = moment.exact && clear ? (everyState.at(-1) ?? "unknown") : "unknown";
  return { trace, match: ever === "unknown" && match !== "all" ? "unknown" : match, here, ever };
}

function changedKeys(trace: TraceRecord, filters: JsonObject): boolean {
  const later = trace.actions.slice(1);
  return Object.keys(filters).some((key) =>
    later.some(({ data }) => isJsonObject(data) && Object.hasOwn(data, key.split(".")[0] ?? key)),
  );
}

/** A filter with a value that only this history knows finds nothing that this history did not make. */
function* judgeStrangers(
  exchange: Exchange,
  filters: JsonObject,
  found: ReadonlySet<string>,
  world: World,
  keys: OpenPointValues["search-keys"],
): Iterable<Judgement> {
  const mark = markOf(filters, world);
  if (mark === undefined) return;
  const accepted = [...world.traces.values()].some(({ actions, doubtful }) =>
    [...actions, ...doubtful].some((action) => action.mark === mark),
  );
  const doubtful = world.doubtfulCreations.some((action) => action.mark === mark);
  const refusedAs = world.refusedCreations.find((action) => action.mark === mark);
  const strangers = [...found].filter((id) => !world.traces.has(id));
  if (doubtful) return;
  // Where a part of a text is enough, another history may well have a mark that this one is a part of.
  if (strangers.length > 0 && (keys.text === "prefix" || keys.text === "substring")) return;
  if (refusedAs) {
    const byToken = refusedAs.exchange.defects.some(({ where }) => where === "token");
    const requirement = byToken ? "AUTH-32" : "REFUSE-02";
    const finding = {
      message: `${nameOf(exchange)} finds a trace whose creation was refused`,
      expected: "no trace",
      actual: strangers,
      with: [refusedAs.exchange],
    };
    if (strangers.length > 0 && !accepted) yield failed(requirement, exchange, finding);
    else yield passed(requirement, exchange);
    return;
  }
  yield judged(
    "SEARCH-10",
    exchange,
    strangers.length > 0
      ? {
          message: `${nameOf(exchange)} finds traces that were never created with this value`,
          expected: "traces of this history alone",
          actual: strangers.slice(0, 20),
        }
      : undefined,
  );
}

/** The mark that the filters name. A member of the target's own may hold other texts as well, which strangers may have. */
function markOf(filters: JsonObject, world: World): string | undefined {
  const own = filters["tcMark"];
  if (typeof own === "string") return own;
  const named = Object.entries(filters).find(([key, text]) => typeof text === "string" && world.markKeys.has(key));
  return typeof named?.[1] === "string" && isMark(named[1]) ? named[1] : undefined;
}
