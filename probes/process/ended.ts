/**
 * Builds the traces that came furthest once more, now that it is known how searches and pages are asked for. Reads
 * their links through both faces, and searches for them by what their states show since later actions.
 */
import { markerMembers } from "../../generators/index.ts";
import { isJsonObject, type Json, type JsonObject } from "../../spec/json.ts";
import { isAction } from "../../spec/readings/actions.ts";
import { createdTraceOf, succeeded } from "../../spec/readings/outcome.ts";
import { sameJson } from "../../spec/readings/equal.ts";
import { askable } from "../../spec/readings/page-size.ts";
import { alternating, faces, otherFace } from "../../spec/operations.ts";
import { readingOf, type Profile } from "../../spec/vocabulary/profile.ts";
import type { Exchange } from "../../spec/vocabulary/history.ts";
import type { OperationStep } from "../../spec/vocabulary/script.ts";
import type { ProbeContext } from "../probe.ts";
import { inOrder } from "../seen/known-traces.ts";
import { isUsual, seenStates } from "../seen/states.ts";
import { decidingOf, nameOfTurn } from "./deciding-members.ts";
import { builtAgain, type Write } from "./rebuilt.ts";
import { searchRestMs } from "../../spec/vocabulary/search-rest.ts";

type Asker = Pick<ProbeContext, "run" | "runId" | "target" | "histories">;

/** At most so many members of each trace are used as filters. */
const maxMembers = 6;
/** Longer texts are not used as filters. */
const longestText = 80;
/** How many links are asked for: more than such a trace has. */
const manyLinks = 16;
/**
 * At most so many members of each trace are used as filters before its end as well, with their value then and with
 * their value at the end.
 */
const maxTurning = 2;

/**
 * Builds the traces again, reads them and searches for them.
 * @param built creations of the traces, whose states were read
 */
export async function readToTheEnd(asker: Asker, profile: Profile, built: readonly Exchange[]): Promise<void> {
  const exchanges = inOrder(asker.histories());
  const traces = built.flatMap((created, at) => rebuiltTrace(asker, exchanges, created, at) ?? []);
  const isSearched = readingOf(profile, "search-keys") !== undefined;
  const restMs = searchRestMs(asker.target);
  const rested = (steps: readonly OperationStep[]): readonly OperationStep[] =>
    isSearched ? steps.map((step, at) => (at === 0 ? { ...step, restMs } : step)) : [];
  const named = (workflow: number, { action = "", data }: Write): string =>
    nameOfTurn(action, data, decidingOf(profile, asker.target.workflows[workflow] ?? { id: "" }));
  const looked = isSearched ? lookingBehind(traces, named) : (_: RebuiltTrace, writes: readonly Write[]) => writes;
  const states = ({ label, turning, former }: RebuiltTrace): readonly OperationStep[] =>
    isSearched && turning.length + former.length > 0 ? [{ op: "state", face: "v2", trace: label }] : [];
  await asker.run("traces that came furthest, read and searched for at their end", [
    ...traces.flatMap((trace) => [...looked(trace, trace.onTheWay), ...states(trace)]),
    ...rested(traces.flatMap((trace) => searchesFor(trace, trace.turning))),
    ...traces.flatMap((trace): readonly OperationStep[] => [
      ...looked(trace, trace.toTheEnd.slice(0, -1)),
      // A search at the end must no longer find the trace by these former values.
      ...(trace.toTheEnd.length > 1 ? states(trace) : []),
      ...looked(trace, trace.toTheEnd.slice(-1)),
      ...states(trace),
      ...faces.map((face): OperationStep => ({
        ...{ op: "details", face, trace: trace.label },
        page: { first: askable(profile, face, manyLinks) },
      })),
    ]),
    ...rested(traces.flatMap((trace) => searchesFor(trace, [...trace.filters, ...trace.former]))),
    ...traces.flatMap(states),
  ]);
}

/**
 * Returns a function that adds steps to the writes of a trace: behind each action that no earlier trace did as often,
 * the state is read and the trace is searched for by what the action changed.
 * @param named the action, with the values that decide
 */
function lookingBehind(traces: readonly RebuiltTrace[], named: (workflow: number, write: Write) => string) {
  const keysOf = ({ onTheWay, toTheEnd, workflow }: RebuiltTrace) =>
    [...onTheWay, ...toTheEnd].map((write) => named(workflow, write));
  const timesIn = (keys: readonly string[], name: string) => keys.filter((key) => key === name).length;
  return (trace: RebuiltTrace, writes: readonly Write[]): readonly OperationStep[] => {
    const { label, workflow } = trace;
    const [all, at] = [[...trace.onTheWay, ...trace.toTheEnd], traces.indexOf(trace)];
    const known = traces.slice(0, at).filter((one) => one.workflow === workflow);
    return writes.flatMap((write): readonly OperationStep[] => {
      const number = all.indexOf(write);
      const name = named(workflow, write);
      const turn = timesIn(keysOf(trace).slice(0, number + 1), name);
      const isKnown = known.some((one) => timesIn(keysOf(one), name) >= turn);
      const read: OperationStep = { op: "state", face: write.face, trace: label };
      if (number === 0 || isKnown) return number === 0 ? [write, read] : [write];
      // Two places in a row use one face, so that each member is searched for at several places through each face.
      const face = alternating((number >> 1) + at);
      const search: OperationStep = { op: "search", face, workflow, filters: {}, changed: label };
      // Read before the searches and after them: what is the same in both did not change meanwhile.
      return [write, read, search, { ...read, face: otherFace(write.face) }];
    });
  };
}

/**
 * Searches through both faces, to compare what they find: whether the member can be searched by at all is not known.
 */
function searchesFor({ workflow }: RebuiltTrace, filters: readonly JsonObject[]): readonly OperationStep[] {
  return filters.flatMap((one) =>
    faces.map((face): OperationStep => ({ op: "search", face, workflow, filters: one, traits: ["filters.computed"] })),
  );
}

interface RebuiltTrace {
  readonly label: string;
  readonly workflow: number;
  /** The actions up to a moment when some members have other values than at the end. */
  readonly onTheWay: readonly Write[];
  readonly toTheEnd: readonly Write[];
  /** Filters for that moment: members with their value then, and with their value at the end. */
  readonly turning: readonly JsonObject[];
  /** Filters for the end: members with their last value. */
  readonly filters: readonly JsonObject[];
  /** Filters for the end: members with the value that they had before the last action. */
  readonly former: readonly JsonObject[];
}

function rebuiltTrace(
  { runId, target }: Asker,
  exchanges: readonly Exchange[],
  created: Exchange,
  at: number,
): RebuiltTrace | undefined {
  const workflow = created.intent.kind === "create" ? created.intent.workflow : 0;
  const described = target.workflows[workflow];
  const writes = described && builtAgain(`${runId}e${String(at)}`, described, { exchanges }, created);
  if (!writes || writes.length < 2) return undefined;
  const label = `again${String(at)}`;
  const named = writes.map((write): Write => {
    return write.op === "create" ? { ...write, as: label } : { ...write, trace: `$${label}` };
  });
  const id = createdTraceOf(created);
  const states = seenStates(exchanges).filter((one) => one.traceId === id && isUsual(one));
  const [first, last] = [states[0], states.at(-1)].map((one) => one?.state);
  const bare = { label: `$${label}`, workflow, onTheWay: [], toTheEnd: named, turning: [], filters: [], former: [] };
  if (first === undefined || last === undefined) return bare;
  const before = exchanges.filter((one) => ("traceId" in one.intent ? one.intent.traceId === id : one === created));
  const pairs = renamed(before, named);
  const [texts, formers] = [new Map(pairs), new Map(pairs.map(([former, now]) => [now, former]))];
  const stateAt = (actions: number) => states.findLast((one) => one.actions.length === actions)?.state;
  const members = scalarsOf(last);
  const moments = named.slice(1).map((_, index) => ({
    actions: index + 1,
    turning: turningMembers(stateAt(index + 1), members),
  }));
  const turn = moments.toSorted((left, right) => weightOf(right.turning) - weightOf(left.turning))[0];
  const chosen = turn?.turning.slice(0, maxTurning) ?? [];
  const split = turn && chosen.length > 0 ? turn.actions : 0;
  const by =
    (writes: readonly Write[], state: Json) =>
    ([name, value]: readonly [string, Json, ...unknown[]]): JsonObject => ({
      ...ownText(writes, state, formers),
      [name]: texts.get(value) ?? value,
    });
  const [then, now] = [by(named.slice(0, split), stateAt(split) ?? null), by(named, last)];
  const earlier = turningMembers(stateAt(named.length - 1), members).slice(0, maxTurning);
  return {
    ...bare,
    ...{ onTheWay: named.slice(0, split), toTheEnd: named.slice(split) },
    turning: chosen.flatMap((member) => [then(member), then([member[0], members.get(member[0]) ?? null])]),
    filters: filtersFor(first, members).map(now),
    former: earlier.map(now),
  };
}

/**
 * A member with its value at an earlier moment, and whether that is a whole number where the last value is a fraction.
 */
type Turning = readonly [name: string, value: Json, becomesFraction: boolean];

/** Members with the values that they have in this state and not at the end, the most telling first. */
function turningMembers(state: Json | undefined, last: ReadonlyMap<string, Json>): readonly Turning[] {
  const all = [...scalarsOf(state ?? null)].flatMap(([name, value]): readonly Turning[] => {
    const then = last.get(name);
    if (then === undefined || typeof then !== typeof value || sameJson(then, value)) return [];
    return [[name, value, Number.isInteger(value) && typeof then === "number" && !Number.isInteger(then)]];
  });
  const rank = ([, value, becomesFraction]: Turning): number =>
    becomesFraction ? -1 : typeof value === "string" ? 0 : 1;
  return all.toSorted((left, right) => rank(left) - rank(right));
}

/** How much a moment tells: a number that becomes a fraction counts most. */
const weightOf = (members: readonly Turning[]): number =>
  members.length + members.filter(([, , becomesFraction]) => becomesFraction).length * maxMembers;

/** Pairs of texts: one that the former trace sent, and the one that the new trace sends in its place. */
function renamed(exchanges: readonly Exchange[], writes: readonly Write[]): readonly (readonly [Json, Json])[] {
  const sent = exchanges.flatMap((one) => (isAction(one.intent) && succeeded(one) ? [one.intent.data] : []));
  return writes.flatMap(({ data }, at) => {
    const former = sent[at];
    if (!isJsonObject(former)) return [];
    return Object.entries(data).flatMap(([name, value]) =>
      typeof former[name] === "string" && typeof value === "string" ? [[former[name], value] as const] : [],
    );
  });
}

/** Members whose value in the last state differs from that in the first. */
function filtersFor(first: Json, last: ReadonlyMap<string, Json>): readonly (readonly [string, Json])[] {
  const before = scalarsOf(first);
  const changed = [...last].filter(([name, value]) => !sameJson(before.get(name) ?? null, value));
  return changed.toSorted(([, left], [, right]) => rankOf(left) - rankOf(right)).slice(0, maxMembers);
}

/** Fractions first, flags last: a flag may say what comes next. */
const rankOf = (value: Json): number =>
  typeof value === "number" ? (Number.isInteger(value) ? 2 : 0) : typeof value === "string" ? 1 : 3;

/**
 * A filter that finds this trace alone: its marker, where the state shows it; for an action without a form, both marker
 * members.
 */
function ownText(writes: readonly Write[], state: Json, formers: ReadonlyMap<Json, Json>): JsonObject {
  const former = (text: Json): Json => formers.get(text) ?? text;
  const members = scalarsOf(state);
  for (const { data, markerAt: [name = "", ...inner] = [] } of writes) {
    const text = data[name];
    if (inner.length === 0 && typeof text === "string" && members.get(name) === former(text)) return { [name]: text };
  }
  const names = Object.values(markerMembers);
  const own = names.flatMap((name) => {
    const text = writes[0]?.data[name];
    return typeof text === "string" ? [[name, text] as const] : [];
  });
  const shown = JSON.stringify(state);
  const isShown = own.every(([, text]) => shown.includes(JSON.stringify(former(text))));
  return own.length === names.length && isShown ? Object.fromEntries(own) : {};
}

/**
 * Texts, numbers and flags at the top of a state and one object deeper, by name. Names that occur twice are left out.
 */
function scalarsOf(state: Json): ReadonlyMap<string, Json> {
  if (!isJsonObject(state)) return new Map();
  const inner = Object.values(state).flatMap((value) => (isJsonObject(value) ? Object.entries(value) : []));
  const all = [...Object.entries(state), ...inner].filter(([, value]) => isValue(value));
  const names = all.map(([name]) => name);
  return new Map(all.filter(([name]) => names.indexOf(name) === names.lastIndexOf(name)));
}

/** False for ids and times, which differ on each trace. */
function isValue(value: Json): boolean {
  if (typeof value !== "string") return typeof value === "number" || typeof value === "boolean";
  return value !== "" && value.length <= longestText && !/[0-9a-f]{8}-[0-9a-f]{4}-|\d{2}:\d{2}/i.test(value);
}
