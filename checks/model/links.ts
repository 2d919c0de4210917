/** Reading a details response: its links, and which action each link stands for. */
import { dataOfLink } from "../../spec/readings/link-data.ts";
import { markIn } from "../../spec/readings/mark.ts";
import { payloadOf } from "../../spec/readings/outcome.ts";
import { without } from "../../spec/readings/path.ts";
import type { Exchange } from "../../spec/vocabulary/history.ts";
import { isJsonObject, type Json, type JsonObject } from "../../spec/vocabulary/json.ts";
import { readingOf, type Profile } from "../../spec/vocabulary/profile.ts";
import { momentOf } from "./moment.ts";
import type { ActionRecord, TraceRecord } from "./world.ts";

export interface Page {
  readonly links: readonly Json[];
  readonly totalCount: number | undefined;
  readonly hasNext: boolean | undefined;
  readonly hasPrevious: boolean | undefined;
  readonly startCursor: string | undefined;
  readonly endCursor: string | undefined;
}

/** The page in a successful details response, or undefined when it holds no links. */
export function pageOf(exchange: Exchange): Page | undefined {
  const payload = payloadOf(exchange);
  if (!isJsonObject(payload) || !Array.isArray(payload["links"])) return undefined;
  const info: JsonObject = isJsonObject(payload["info"]) ? payload["info"] : {};
  return {
    links: payload["links"] as readonly Json[],
    totalCount: typeof payload["totalCount"] === "number" ? payload["totalCount"] : undefined,
    hasNext: typeof info["hasNext"] === "boolean" ? info["hasNext"] : undefined,
    hasPrevious: typeof info["hasPrevious"] === "boolean" ? info["hasPrevious"] : undefined,
    startCursor: textOf(info["startCursor"]),
    endCursor: textOf(info["endCursor"]),
  };
}

function textOf(value: Json | undefined): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/**
 * The action that a link stands for: the one whose mark it shows, in the data where the profile finds it, or anywhere in
 * its text. Undefined when it shows no mark of the trace's accepted, doubtful or refused actions.
 */
export function actionOfLink(link: Json, trace: TraceRecord, profile: Profile): ActionRecord | undefined {
  const reading = readingOf(profile, "link-data");
  const data = reading ? dataOfLink(link, reading) : undefined;
  const { written, byPlace } = marksOf(trace);
  const shown = byPlace.map(({ place, byMark }) => ({ byMark, mark: markIn(data ?? null, place) }));
  if (shown.some(({ mark }) => mark !== undefined)) {
    const marked = shown.flatMap(({ byMark, mark }) => (mark === undefined ? [] : (byMark.get(mark) ?? [])));
    return marked.length === 1 ? marked[0] : undefined;
  }
  if (reading?.path === null) return unmarkedLinks(trace, profile).get(JSON.stringify(stableLink(link, profile)));
  const text = JSON.stringify(link);
  const named = written.filter(({ mark }) => text.includes(mark));
  // One mark may begin with another: the longest is the one that is written there.
  const length = Math.max(...named.map(({ mark }) => mark.length));
  const longest = named.filter(({ mark }) => mark.length === length);
  return longest.length === 1 ? longest[0]?.action : undefined;
}

interface Marks {
  /** The actions that have a mark, with the mark as it stands in JSON. */
  readonly written: readonly { readonly action: ActionRecord; readonly mark: string }[];
  /** For each place where marks of the trace stand, the actions by their mark. */
  readonly byPlace: readonly {
    readonly place: ActionRecord["markAt"] | undefined;
    readonly byMark: ReadonlyMap<string | undefined, readonly ActionRecord[]>;
  }[];
}

const marks = new WeakMap<TraceRecord, Marks>();

/** The actions of a trace by their marks: asked for every link, so that it must not take a look at every action. */
function marksOf(trace: TraceRecord): Marks {
  const known = marks.get(trace);
  if (known) return known;
  const everyAction = [...trace.actions, ...trace.doubtful, ...trace.refused];
  const places = Map.groupBy(everyAction, ({ markAt }) => JSON.stringify(markAt));
  const byPlace = [...places.values()].map((actions) => ({
    place: actions[0]?.markAt,
    byMark: Map.groupBy(actions, ({ mark }) => mark),
  }));
  const written = everyAction.flatMap((action) =>
    action.mark === undefined ? [] : [{ action, mark: JSON.stringify(action.mark).slice(1, -1) }],
  );
  const made = { written, byPlace };
  marks.set(trace, made);
  return made;
}

const unmarked = new WeakMap<TraceRecord, ReadonlyMap<string, ActionRecord>>();

/**
 * Where links show no data, an action's link is the one that was not there before it: told from the reads that show the
 * whole list after each action. Keyed by the link's text.
 */
function unmarkedLinks(trace: TraceRecord, profile: Profile): ReadonlyMap<string, ActionRecord> {
  const known = unmarked.get(trace);
  if (known) return known;
  const told = new Map<string, ActionRecord>();
  unmarked.set(trace, told);
  const order = readingOf(profile, "link-order")?.order ?? "unknown";
  for (const read of trace.reads) {
    const { settled, exact } = momentOf(trace, read);
    const links = pageOf(read)?.links ?? [];
    if (!exact || links.length !== settled.length) continue;
    const texts = links.map((link) => JSON.stringify(stableLink(link, profile)));
    // Links that look the same cannot be told apart, here or elsewhere.
    if (new Set(texts).size < texts.length) {
      told.clear();
      return told;
    }
    const fresh = texts.filter((text) => !told.has(text));
    const waiting = settled.filter((action) => ![...told.values()].includes(action));
    if (fresh.length !== waiting.length || (order === "unknown" && fresh.length > 1)) continue;
    const inTime = order === "newest-first" ? fresh.toReversed() : fresh;
    for (const [index, text] of inTime.entries()) told.set(text, waiting[index] as ActionRecord);
  }
  // A link that no whole list ever showed may look like one that was told.
  if (told.size < trace.actions.length || trace.doubtful.length > 0) told.clear();
  return told;
}

/** True when every accepted action of the trace has a mark of its own, so that a link tells which action it stands for. */
export function isTellable(trace: TraceRecord): boolean {
  const marks = [...trace.actions, ...trace.doubtful].map(({ mark }) => mark);
  return !marks.includes(undefined) && new Set(marks).size === marks.length;
}

/** A link without what changes from read to read, for comparing two reads. */
export function stableLink(link: Json, profile: Profile): Json {
  return without(link, readingOf(profile, "volatile-members")?.link ?? []);
}

/** A state without what changes from read to read. */
export function stableState(state: Json, profile: Profile): Json {
  return without(state, readingOf(profile, "volatile-members")?.state ?? []);
}
