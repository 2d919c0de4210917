/**
 * The traces that came furthest, built again once it is known how searches and pages are asked for: their links are read
 * through both faces, and they are searched for by what their states show since later actions.
 */
import { markerMembers } from "../../generators/index.ts";
import { isJsonObject, type Json, type JsonObject } from "../../spec/json.ts";
import { createdTraceOf, succeeded } from "../../spec/readings/outcome.ts";
import { sameJson } from "../../spec/readings/equal.ts";
import { askable } from "../../spec/readings/page-size.ts";
import { faces } from "../../spec/operations.ts";
import { readingOf, type Profile } from "../../spec/vocabulary/profile.ts";
import type { Exchange } from "../../spec/vocabulary/history.ts";
import { longestRestMs, type OperationStep } from "../../spec/vocabulary/script.ts";
import type { ProbeContext } from "../probe.ts";
import { inOrder } from "../seen/known-traces.ts";
import { isUsual, seenStates } from "../seen/states.ts";
import { builtAgain, type Write } from "./rebuilt.ts";

type Asker = Pick<ProbeContext, "run" | "runId" | "target" | "histories">;

/** So many members of each trace are searched by. */
const maxMembers = 6;
/** Longer texts are no values to search by. */
const longestText = 80;
/** So many links are asked for: more than such a trace has. */
const manyLinks = 16;
/** So much longer than the lag that may be is waited. */
const marginMs = 50;

/** @param built creations of the traces, whose states were read */
export async function readToTheEnd(asker: Asker, profile: Profile, built: readonly Exchange[]): Promise<void> {
  const exchanges = inOrder(asker.histories());
  const traces = built.flatMap((created, at) => rebuiltTrace(asker, exchanges, created, at) ?? []);
  const reads = traces.flatMap(({ writes, label }): readonly OperationStep[] => [
    ...writes,
    ...faces.map((face): OperationStep => ({
      ...{ op: "details", face, trace: label },
      page: { first: askable(profile, face, manyLinks) },
    })),
  ]);
  const isSearched = readingOf(profile, "search-keys") !== undefined;
  // What both faces find is compared: whether the member can be searched by at all is not known.
  const searches = traces.flatMap(({ workflow, filters }) =>
    filters.flatMap((one) =>
      faces.map((face): OperationStep => ({
        op: "search",
        face,
        workflow,
        filters: one,
        traits: ["filters.computed"],
      })),
    ),
  );
  const restMs = Math.min(asker.target.searchLagMs + marginMs, longestRestMs);
  const rested = isSearched ? searches.map((step, at) => (at === 0 ? { ...step, restMs } : step)) : [];
  await asker.run("traces that came furthest, read and searched for at their end", [...reads, ...rested]);
}

interface RebuiltTrace {
  readonly label: string;
  readonly workflow: number;
  readonly writes: readonly Write[];
  readonly filters: readonly JsonObject[];
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
  const before = exchanges.filter((one) => ("traceId" in one.intent ? one.intent.traceId === id : one === created));
  return {
    ...{ label: `$${label}`, workflow, writes: named },
    filters: first === undefined || last === undefined ? [] : filtersFor(first, last, renamed(before, named), named[0]),
  };
}

/** The texts that were sent before, each with the one that is sent in its place now. */
function renamed(exchanges: readonly Exchange[], writes: readonly Write[]): ReadonlyMap<Json, Json> {
  const texts = new Map<Json, Json>();
  const sent = exchanges.flatMap((one) =>
    (one.intent.kind === "create" || one.intent.kind === "act") && succeeded(one) ? [one.intent.data] : [],
  );
  for (const [at, { data }] of writes.entries()) {
    const former = sent[at];
    if (!isJsonObject(former)) continue;
    for (const [name, value] of Object.entries(data))
      if (typeof former[name] === "string" && typeof value === "string") texts.set(former[name], value);
  }
  return texts;
}

/** Filters for members that the last state shows otherwise than the first one, each beside a text of this trace alone. */
function filtersFor(first: Json, last: Json, texts: ReadonlyMap<Json, Json>, created?: Write): readonly JsonObject[] {
  const before = scalarsOf(first);
  const changed = [...scalarsOf(last)].filter(([name, value]) => !sameJson(before.get(name) ?? null, value));
  const own = ownText(created, last, texts);
  const ranked = changed.toSorted(([, left], [, right]) => rankOf(left) - rankOf(right));
  return ranked.slice(0, maxMembers).map(([name, value]) => ({ ...own, [name]: texts.get(value) ?? value }));
}

/** Flags come last: they may say what comes next. */
const rankOf = (value: Json): number =>
  typeof value === "number" ? (Number.isInteger(value) ? 2 : 0) : typeof value === "string" ? 1 : 3;

/** The text by which the trace is told from all others, where its state still shows it; in an open form, two of them. */
function ownText(created: Write | undefined, last: Json, texts: ReadonlyMap<Json, Json>): JsonObject {
  const [marked] = created?.markerAt ?? [];
  const names = created?.markerAt?.length === 1 && marked !== undefined ? [marked] : Object.values(markerMembers);
  const own = names.flatMap((name): readonly (readonly [string, string])[] => {
    const text = created?.data[name];
    return typeof text === "string" ? [[name, text]] : [];
  });
  const shown = JSON.stringify(last);
  const isShown = ([, text]: readonly [string, string]): boolean =>
    shown.includes(JSON.stringify([...texts].find(([, now]) => now === text)?.[0] ?? text));
  return own.length === names.length && own.every(isShown) ? Object.fromEntries(own) : {};
}

/** Texts, numbers and flags at the top of a state, and in objects there, by their own names; none that stands twice. */
function scalarsOf(state: Json): ReadonlyMap<string, Json> {
  if (!isJsonObject(state)) return new Map();
  const inner = Object.values(state).flatMap((value) => (isJsonObject(value) ? Object.entries(value) : []));
  const all = [...Object.entries(state), ...inner].filter(([, value]) => isValue(value));
  const names = all.map(([name]) => name);
  return new Map(all.filter(([name]) => names.indexOf(name) === names.lastIndexOf(name)));
}

/** No ids and times, which are other ones on each trace. */
function isValue(value: Json): boolean {
  if (typeof value !== "string") return typeof value === "number" || typeof value === "boolean";
  return value !== "" && value.length <= longestText && !/[0-9a-f]{8}-[0-9a-f]{4}-|\d{2}:\d{2}/i.test(value);
}
