/** Archives and searches are the same through both faces; what one face wrote the other reads; twins look alike. */
import { firstDifference } from "../spec/readings/equal.ts";
import { payloadMember, payloadOf, succeeded } from "../spec/readings/outcome.ts";
import { without } from "../spec/readings/path.ts";
import type { RequirementId } from "../spec/requirements/index.ts";
import type { Exchange, History } from "../spec/vocabulary/history.ts";
import { isJsonObject, type Json } from "../spec/vocabulary/json.ts";
import type { Check, Judgement, JudgingContext } from "../spec/vocabulary/judgement.ts";
import { pageOf, stableLink, stableState } from "./model/links.ts";
import { momentOf, spanOf } from "./model/moment.ts";
import { echoesOf, outlineOf } from "./model/outline.ts";
import { traceKey, worldOf, type ActionRecord, type TraceRecord, type World } from "./model/world.ts";
import { isProbing, nameOf } from "./support/exchanges.ts";
import { judged } from "./support/judging.ts";

export const acrossFaces: Check = {
  id: "across-faces",
  requirements: ["EQUIV-03", "EQUIV-04", "EQUIV-06", "EQUIV-07", "EQUIV-08"],
  *judge(history, context) {
    const world = worldOf(history);
    yield* sameAnswers(history, world, context);
    yield* readAcross(world);
    yield* twins(world, context);
  },
};

/** The same archive or search asked of both faces, one right after the other. */
function* sameAnswers(history: History, world: World, context: JudgingContext): Iterable<Judgement> {
  const latest = new Map<string, Exchange>();
  for (const exchange of history.exchanges) {
    const { intent } = exchange;
    if (isProbing(exchange) || !succeeded(exchange) || exchange.defects.length > 0) continue;
    const key = keyOf(exchange);
    if (key === undefined) continue;
    const other = latest.get(`${exchange.face === "v2" ? "legacy" : "v2"} ${key}`);
    latest.set(`${exchange.face} ${key}`, exchange);
    if (!other || wroteBetween(history, other, exchange)) continue;
    const known = intent.kind === "search" ? indexedFor(history, other, exchange, world, context) : undefined;
    const [left, right] = [answerSet(other, known), answerSet(exchange, known)];
    if (!left || !right || known?.size === 0) continue;
    const same = firstDifference(left, right) === undefined;
    yield judged(
      intent.kind === "files" ? "EQUIV-03" : "EQUIV-04",
      exchange,
      same
        ? undefined
        : {
            message: `${nameOf(exchange)} answers otherwise than ${nameOf(other)} to the same request`,
            expected: left,
            actual: right,
            with: [other],
          },
    );
  }
}

function keyOf(exchange: Exchange): string | undefined {
  const { intent } = exchange;
  if (intent.kind === "files" && intent.requested.every(({ file }) => file)) {
    return `files ${exchange.actor} ${intent.traceId} ${intent.requested.map(({ digest }) => digest).join(" ")}`;
  }
  // The last answer to a search that is repeated is the one to compare; that of an unbounded filter is not.
  if (intent.kind === "search" && intent.last && isJsonObject(intent.filters)) {
    const bounded = Object.keys(intent.filters).length > 0;
    return bounded ? `search ${exchange.actor} ${intent.workflow ?? ""} ${JSON.stringify(intent.filters)}` : undefined;
  }
  return undefined;
}

/**
 * The traces of which both searches must know by now: those that both waited for, those that each face has found since
 * they were last written to, and those that were left alone for longer than the index may lag. Others, and those of
 * strangers, may come in between.
 */
function indexedFor(
  history: History,
  left: Exchange,
  right: Exchange,
  world: World,
  context: JudgingContext,
): ReadonlySet<string> {
  const [one, two] = [awaitedBy(left), awaitedBy(right)];
  const settledBeforeMs = Math.min(left.sentAtMs, right.sentAtMs) - context.target.searchLagMs;
  const indexed = [...world.traces].filter(([key, { actions, doubtful }]) => {
    if (one.has(key) && two.has(key)) return true;
    if (doubtful.length === 0 && [left, right].every((search) => foundBefore(history, search, key, actions)))
      return true;
    return doubtful.length === 0 && actions.every(({ exchange }) => exchange.receivedAtMs <= settledBeforeMs);
  });
  return new Set(indexed.map(([key]) => key));
}

/** True when a search of the same face and workflow that waited for the trace found it, after its last action. */
function foundBefore(history: History, search: Exchange, key: string, actions: readonly ActionRecord[]): boolean {
  const writtenMs = Math.max(...actions.map(({ exchange }) => exchange.receivedAtMs));
  return history.exchanges.some((earlier) => {
    if (earlier.index >= search.index || earlier.face !== search.face || earlier.sentAtMs < writtenMs) return false;
    if (earlier.intent.kind !== "search" || earlier.actor !== search.actor || !awaitedBy(earlier).has(key))
      return false;
    const payload = succeeded(earlier) ? payloadOf(earlier) : undefined;
    return Array.isArray(payload) && payload.some((id) => typeof id === "string" && traceKey(id) === key);
  });
}

function awaitedBy({ intent }: Exchange): ReadonlySet<string> {
  const until = intent.kind === "search" ? intent.until : undefined;
  return new Set([...(until?.includes ?? []), ...(until?.excludes ?? [])].map(traceKey));
}

function answerSet(exchange: Exchange, known: ReadonlySet<string> | undefined): Json | undefined {
  if (exchange.intent.kind === "files") {
    // What a broken archive holds is not known; FILES-06 tells of it.
    if (exchange.response?.zip?.error !== undefined) return undefined;
    return exchange.response?.zip?.entries
      .filter(({ directory }) => !directory)
      .map(({ sha256 }) => sha256)
      .sort();
  }
  const payload = payloadOf(exchange);
  if (!Array.isArray(payload)) return undefined;
  const found = new Set((payload as readonly Json[]).map((id) => traceKey(String(id))));
  return [...found].filter((id) => known?.has(id)).sort();
}

function wroteBetween(history: History, earlier: Exchange, later: Exchange): boolean {
  const [fromMs, toMs] = spanOf(earlier, later);
  return history.exchanges.some(
    ({ intent, sentAtMs, receivedAtMs }) =>
      (intent.kind === "create" || intent.kind === "act") && receivedAtMs > fromMs && sentAtMs < toMs,
  );
}

/** Reads through the other face than the one that wrote. */
function* readAcross(world: World): Iterable<Judgement> {
  for (const trace of world.traces.values()) {
    for (const read of trace.reads) {
      const page = pageOf(read);
      const moment = momentOf(trace, read);
      if (!page || page.totalCount === undefined || !moment.exact) continue;
      const everyFace = new Set(moment.settled.map(({ exchange }) => exchange.face));
      if (everyFace.size === 1 && everyFace.has(read.face)) continue;
      const wanted = moment.settled.length;
      yield judged(
        "EQUIV-08",
        read,
        page.totalCount === wanted
          ? undefined
          : {
              message: `${nameOf(read)} does not show what the ${[...everyFace].join(" and ")} face wrote`,
              expected: wanted,
              actual: page.totalCount,
              with: moment.settled.map(({ exchange }) => exchange),
            },
      );
    }
  }
}

/**
 * Two traces of one history that were built by the same steps, one through each face, have states and links of the same
 * outline: the same members with values of the same types.
 */
function* twins(world: World, context: JudgingContext): Iterable<Judgement> {
  const traces = [...world.traces.values()].filter(({ doubtful }) => doubtful.length === 0);
  for (const [index, trace] of traces.entries()) {
    const twin = traces.slice(0, index).find((other) => areTwins(other, trace));
    if (!twin) continue;
    const [left, right] = [finalViews(twin, context), finalViews(trace, context)];
    for (const [kind, face] of [...left.keys()].map((key) => key.split(" ") as [string, string])) {
      const one = left.get(`${kind} ${face}`);
      const two = right.get(`${kind} ${face}`);
      if (!one || !two) continue;
      const difference = firstDifference(
        outlineOf(one.view, echoesOf(twin, context)),
        outlineOf(two.view, echoesOf(trace, context)),
      );
      const requirements: RequirementId[] = [];
      if (twin.created.exchange.face !== trace.created.exchange.face) requirements.push("EQUIV-06");
      if (facesOf(twin) !== facesOf(trace)) requirements.push("EQUIV-07");
      for (const requirement of requirements) {
        yield judged(
          requirement,
          two.read,
          difference && {
            message: `${nameOf(two.read)} looks otherwise for a trace built by the same steps through another face, at ${difference.path.join(".") || "its root"}`,
            expected: difference.expected,
            actual: difference.actual,
            with: [one.read, twin.created.exchange, trace.created.exchange],
          },
        );
      }
    }
  }
}

/** The faces of the actions after the creation. */
function facesOf(trace: TraceRecord): string {
  return trace.actions
    .slice(1)
    .map(({ exchange }) => exchange.face)
    .join(" ");
}

function areTwins(left: TraceRecord, right: TraceRecord): boolean {
  if (left.actions.length !== right.actions.length) return false;
  return left.actions.every((action, index) => {
    const other = right.actions[index];
    return (
      other !== undefined &&
      action.actionKey === other.actionKey &&
      action.groupLabel === other.groupLabel &&
      action.workflow === other.workflow &&
      namesOf(action) === namesOf(other) &&
      firstDifference(unmarked(action), unmarked(other)) === undefined
    );
  });
}

/** The files but for their bytes, which are each trace's own. */
function namesOf({ files }: ActionRecord): string {
  return JSON.stringify(files.map(({ fileName, partName, contentType }) => [fileName, partName, contentType]));
}

function unmarked({ data, markAt }: ActionRecord): Json {
  return without(data, [markAt, ["tcRun"]]);
}

/** The last state and the last whole list of links of each face, after all actions. */
function finalViews(trace: TraceRecord, context: JudgingContext): Map<string, { view: Json; read: Exchange }> {
  const views = new Map<string, { view: Json; read: Exchange }>();
  for (const read of trace.reads) {
    const moment = momentOf(trace, read);
    if (isProbing(read) || !moment.exact || moment.settled.length !== trace.actions.length) continue;
    const state = payloadMember(read, "state");
    if (read.intent.kind === "state" && state !== undefined) {
      views.set(`state ${read.face}`, { view: stableState(state, context.profile), read });
    }
    const page = pageOf(read);
    if (page && page.links.length === trace.actions.length) {
      views.set(`links ${read.face}`, { view: page.links.map((link) => stableLink(link, context.profile)), read });
    }
  }
  return views;
}
