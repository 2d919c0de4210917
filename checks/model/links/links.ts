/** Reads a details response: its links, and the action that each link stands for. */
import { containsMembers, sameJson } from "../../../spec/readings/equal.ts";
import { isFilledIn, membersBeside } from "../../../spec/readings/filled-members.ts";
import { dataOfLink } from "../../../spec/readings/link-data.ts";
import { markerIn } from "../../../spec/readings/marker.ts";
import { payloadOf } from "../../../spec/readings/outcome.ts";
import { valuesAt, without } from "../../../spec/readings/path.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../spec/json.ts";
import type { Case } from "../case.ts";
import { momentOf } from "../moment.ts";
import type { ModelAction, ModelTrace } from "../world.ts";

export interface PageOfLinks {
  readonly links: readonly Json[];
  readonly totalCount: number | undefined;
  readonly hasNext: boolean | undefined;
  readonly hasPrevious: boolean | undefined;
  readonly startCursor: string | undefined;
  readonly endCursor: string | undefined;
}

/** The page in a successful details response; undefined where it has no links. */
export function pageOf(exchange: Exchange): PageOfLinks | undefined {
  const payload = payloadOf(exchange);
  if (!isJsonObject(payload) || !Array.isArray(payload["links"])) return undefined;
  // Another rule judges links that are no objects; here they are not counted or compared.
  if (!(payload["links"] as readonly Json[]).every(isJsonObject)) return undefined;
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
 * The action that a link stands for: the one whose marker it shows in its data, or anywhere in its text. Undefined
 * where it shows no marker of the trace's accepted, indeterminate or refused actions.
 */
export function actionOfLink(link: Json, trace: ModelTrace, subject: Case): ModelAction | undefined {
  if (repeatsAnAction(link, trace, subject)) return undefined;
  const marked = markedAs(link, trace, subject);
  if (marked) return marked.length === 1 ? marked[0] : undefined;
  if (showsUnmarked(link, trace, subject)) return undefined;
  const { written } = markersOf(trace, subject);
  if (subject.observed("link-data")?.path === null)
    return linksWithoutMarker(trace, subject).get(JSON.stringify(stableLink(link, subject)));
  const text = JSON.stringify(link);
  const named = written.filter(({ marker }) => text.includes(marker));
  // One marker may be the beginning of another, so the longest counts.
  const length = Math.max(...named.map(({ marker }) => marker.length));
  const longest = named.filter(({ marker }) => marker.length === length);
  return longest.length === 1 ? longest[0]?.action : undefined;
}

/**
 * True for an own link of the service that is known to repeat the data of an action, beside the link of that action.
 */
function repeatsAnAction(link: Json, trace: ModelTrace, subject: Case): boolean {
  const { path, copies = [] } = subject.observed("own-links") ?? {};
  if (!path || copies.length === 0) return false;
  const [key] = valuesAt(link, path);
  const configured = subject.workflowOf(trace)?.actions ?? [];
  return typeof key === "string" && copies.includes(key) && !configured.some((action) => action.key === key);
}

/**
 * True where the data of a link are those of an action without a marker. Markers elsewhere in the link, e.g. in the
 * state after the action, belong to other actions.
 */
export function showsUnmarked(link: Json, trace: ModelTrace, subject: Case): boolean {
  const reading = subject.observed("link-data");
  const shown = reading && dataOfLink(link, reading);
  if (!reading || shown === undefined) return false;
  return [...trace.actions, ...trace.indeterminate].some(({ marker, data }) => {
    if (marker !== undefined || !containsMembers(shown, data)) return false;
    const beside = Object.entries(membersBeside(shown, data));
    return !reading.exact || beside.every(([name, actual]) => isFilledIn(reading.filled, { path: [name], actual }));
  });
}

/** True where several actions sent the data of this link, so that it may stand for any of them. */
export const standsForSeveral = (link: Json, trace: ModelTrace, subject: Case): boolean =>
  (markedAs(link, trace, subject)?.length ?? 0) > 1;

/** The actions whose marker is in the data of a link; undefined where no marker is there. */
function markedAs(link: Json, trace: ModelTrace, subject: Case): readonly ModelAction[] | undefined {
  const reading = subject.observed("link-data");
  const data = reading ? dataOfLink(link, reading) : undefined;
  const shown = markersOf(trace, subject).byPlace.map(({ place, byMarker }) => ({
    byMarker,
    marker: markerIn(data ?? null, place),
  }));
  if (shown.every(({ marker }) => marker === undefined)) return undefined;
  const all = shown.flatMap(({ byMarker, marker }) => (marker === undefined ? [] : (byMarker.get(marker) ?? [])));
  const named = [...new Set(all)];
  // An action that refers to another contains its marker too, e.g. the number of a broken seal; the complete data tell
  // them apart.
  const exactly = named.filter((action) => sameJson(action.data, data ?? null));
  return named.length > 1 && exactly.length === 1 ? exactly : named;
}

/**
 * The accepted action whose marker is in the data of a link, for a target whose links show exactly what was sent. It
 * identifies the link even where other actions of the trace have no marker.
 */
export function markedActionOfLink(link: Json, trace: ModelTrace, subject: Case): ModelAction | undefined {
  if (repeatsAnAction(link, trace, subject)) return undefined;
  const { path, exact } = subject.observed("link-data") ?? {};
  const [first, ...others] = (path && exact && markedAs(link, trace, subject)) || [];
  return first && others.length === 0 && trace.actions.includes(first) ? first : undefined;
}

/**
 * The accepted action without a marker whose data a link shows, for a target whose links show exactly what was sent.
 * Undefined where several actions sent these data, or the data are empty.
 */
export function unmarkedActionOfLink(link: Json, trace: ModelTrace, subject: Case): ModelAction | undefined {
  const reading = subject.observed("link-data");
  const shown = reading?.exact ? dataOfLink(link, reading) : undefined;
  if (!isJsonObject(shown) || Object.keys(shown).length === 0 || repeatsAnAction(link, trace, subject))
    return undefined;
  const all = [...trace.actions, ...trace.indeterminate, ...trace.refused];
  const [first, ...others] = all.filter(({ data }) => sameJson(data, shown));
  const isCertain = first && others.length === 0 && first.marker === undefined && !first.unclear;
  return isCertain && trace.actions.includes(first) ? first : undefined;
}

/**
 * An action with the data that a link must show: the one it stands for, or any of several accepted ones that sent the
 * same.
 */
export function alikeOfLink(link: Json, trace: ModelTrace, subject: Case): ModelAction | undefined {
  if (repeatsAnAction(link, trace, subject)) return undefined;
  const [first, ...others] = markedAs(link, trace, subject) ?? [];
  const isAlike = (one: ModelAction): boolean =>
    first !== undefined &&
    trace.actions.includes(one) &&
    !one.unclear &&
    sameJson(one.data, first.data) &&
    one.files.length === 0;
  return first && others.length > 0 && [first, ...others].every(isAlike) ? first : undefined;
}

interface Markers {
  /** The actions with a marker, each with the marker as it is written in JSON. */
  readonly written: readonly { readonly action: ModelAction; readonly marker: string }[];
  /** For each place of markers in the data: the actions by the marker at that place. */
  readonly byPlace: readonly {
    readonly place: ModelAction["markerAt"] | undefined;
    readonly byMarker: ReadonlyMap<string | undefined, readonly ModelAction[]>;
  }[];
}

const markersByTrace = (): Map<ModelTrace, Markers> => new Map();

/** The actions of a trace by their markers; kept, as every link is looked up. */
function markersOf(trace: ModelTrace, subject: Case): Markers {
  const markers = subject.view(markersByTrace);
  const known = markers.get(trace);
  if (known) return known;
  const taken = [...trace.actions, ...trace.indeterminate];
  const sentAgain = new Set(taken.map(({ marker }) => marker));
  // An action that was refused and later accepted has one link: that of the accepted one.
  const everyAction = [...taken, ...trace.refused.filter(({ marker }) => !sentAgain.has(marker))];
  const places = Map.groupBy(everyAction, ({ markerAt }) => JSON.stringify(markerAt));
  const byPlace = [...places.values()].map((actions) => ({
    place: actions[0]?.markerAt,
    byMarker: Map.groupBy(everyAction, ({ data }) => markerIn(data, actions[0]?.markerAt)),
  }));
  const written = everyAction.flatMap((action) =>
    action.marker === undefined ? [] : [{ action, marker: JSON.stringify(action.marker).slice(1, -1) }],
  );
  const made = { written, byPlace };
  markers.set(trace, made);
  return made;
}

const withoutMarkerByTrace = (): Map<ModelTrace, ReadonlyMap<string, ModelAction>> => new Map();

/**
 * For links without data: the link of an action is the one that was not there before, as complete lists after each
 * action show. By the text of the link.
 */
function linksWithoutMarker(trace: ModelTrace, subject: Case): ReadonlyMap<string, ModelAction> {
  const withoutMarker = subject.view(withoutMarkerByTrace);
  const known = withoutMarker.get(trace);
  if (known) return known;
  const actionOf = new Map<string, ModelAction>();
  withoutMarker.set(trace, actionOf);
  const order = subject.observed("link-order")?.order ?? "unknown";
  for (const read of trace.reads) {
    const { acknowledged, exact } = momentOf(trace, read);
    const links = pageOf(read)?.links ?? [];
    if (!exact || links.length !== acknowledged.length) continue;
    const texts = links.map((link) => JSON.stringify(stableLink(link, subject)));
    // Equal links cannot be told apart.
    if (new Set(texts).size < texts.length) {
      actionOf.clear();
      return actionOf;
    }
    const fresh = texts.filter((text) => !actionOf.has(text));
    const waiting = acknowledged.filter((action) => ![...actionOf.values()].includes(action));
    if (fresh.length !== waiting.length || (order === "unknown" && fresh.length > 1)) continue;
    const inTime = order === "newest-first" ? fresh.toReversed() : fresh;
    for (const [index, text] of inTime.entries()) actionOf.set(text, waiting[index] as ModelAction);
  }
  // If some link was never seen on a complete list, it may look like a known one.
  if (actionOf.size < trace.actions.length || trace.indeterminate.length > 0) actionOf.clear();
  return actionOf;
}

/** True where every accepted action of the trace has a unique marker, so that each link tells its action. */
export function isTellable(trace: ModelTrace): boolean {
  const markers = [...trace.actions, ...trace.indeterminate].map(({ marker }) => marker);
  return !markers.includes(undefined) && new Set(markers).size === markers.length;
}

/** A link without its volatile members, to compare two reads. */
export function stableLink(link: Json, subject: Case): Json {
  return without(link, subject.observed("volatile-members")?.link ?? []);
}

/** A state without volatile members and without those that come with own links of the service. */
export function stableState(state: Json, subject: Case): Json {
  const { path } = subject.observed("state-data") ?? {};
  const own = path ? (subject.observed("own-links")?.members ?? []).map((name) => [...path, name]) : [];
  return without(state, [...(subject.observed("volatile-members")?.state ?? []), ...own]);
}
