/**
 * Finds links that nobody sent: they contain nothing that this run sent, differ from trace to trace, and show the key
 * of an action that is not in the workflow, or are additional to the links of all actions.
 */
import { hasMember, isJsonObject, memberOf, type Json, type JsonObject } from "../../spec/json.ts";
import { sameJson } from "../../spec/readings/equal.ts";
import { dataOfLink } from "../../spec/readings/link-data.ts";
import { valuesAt } from "../../spec/readings/path.ts";
import type { Exchange } from "../../spec/vocabulary/history.ts";
import type { JsonPath, OpenPointValues } from "../../spec/vocabulary/profile.ts";
import type { JudgingTarget } from "../../spec/vocabulary/target.ts";
import { genericPlaces } from "../lib/generic-places.ts";
import { pathKey } from "../lib/generic-path.ts";
import { knownTraces, type KnownTrace } from "./known-traces.ts";
import { pageIn, type SeenPage } from "./pages.ts";

/** At most so many places of a link are looked at for its action key. */
const maxPlaces = 60;

/** What is known of the links of a target. */
export interface LinkReadings {
  readonly target: JudgingTarget;
  /** Part of everything that this run sent. */
  readonly runId: string;
  readonly data: OpenPointValues["link-data"];
  readonly order: OpenPointValues["link-order"]["order"] | undefined;
  /** Keys of links that are known to repeat the data of an action. */
  readonly copies?: readonly string[] | undefined;
  /** Keys of actions that users send and that the service also appends by itself. */
  readonly byHand?: readonly string[] | undefined;
  /** All keys of the service's own links; absent: not known yet. */
  readonly keys?: readonly string[] | undefined;
}

export interface SeenLink {
  readonly trace: KnownTrace;
  readonly link: Json;
  readonly data: Json | undefined;
  /** True where it contains something that this run sent, and is no copy. */
  readonly mine: boolean;
  /** True where it repeats the data of an earlier link, or holds a part of them and is one too many. */
  readonly isCopy: boolean;
  /** True where its list is complete. */
  readonly isWhole: boolean;
  /** True on a complete list where the surplus links are exactly those that show nothing that was sent. */
  readonly isExtra: boolean;
  /** The key of the action before it, if the page shows that one. */
  readonly after: string | undefined;
}

/** Every link that was read of a trace that these exchanges created. */
export function seenLinks(exchanges: readonly Exchange[], readings: LinkReadings): readonly SeenLink[] {
  const traces = knownTraces(exchanges);
  return exchanges.flatMap((exchange) => {
    const page = pageIn(exchange);
    const trace = page && traces.get(page.traceId);
    return trace ? linksOf(page, trace, readings) : [];
  });
}

function linksOf(page: SeenPage, trace: KnownTrace, readings: LinkReadings): readonly SeenLink[] {
  const seen = linksOn(page, trace, readings);
  const isStrange = ({ data, mine, isCopy }: SeenLink): boolean =>
    !mine && !isCopy && isJsonObject(data) && Object.keys(data).length > 0 && !isUnaccepted(data, trace);
  const isPart = ({ data, mine }: SeenLink): boolean =>
    mine && isJsonObject(data) && !isUnaccepted(data, trace) && trace.actions.some((one) => isPartOf(data, one.data));
  const more = page.links.length === page.totalCount ? page.links.length - trace.actions.length : 0;
  if (more <= 0) return seen;
  if (seen.filter(isStrange).length === more)
    return seen.map((one) => (isStrange(one) ? { ...one, isExtra: true } : one));
  const areParts = seen.filter((one) => isPart(one) || isStrange(one) || one.isCopy).length === more;
  return areParts ? seen.map((one) => (isPart(one) ? { ...one, mine: false, isCopy: true } : one)) : seen;
}

/** True for some members of what was sent, and nothing else. */
function isPartOf(data: JsonObject, sent: Json): boolean {
  const has = ([name, value]: [string, Json]): boolean =>
    hasMember(sent, name) && sameJson(memberOf(sent, name), value);
  return !sameJson(data, sent) && Object.entries(data).every(has);
}

/** True for the data of an action that was refused or not answered, but has a link. */
const isUnaccepted = (data: Json | undefined, { unaccepted = [] }: Pick<KnownTrace, "unaccepted">): boolean =>
  unaccepted.some((one) => sameJson(one, data));

function linksOn({ links, totalCount }: SeenPage, trace: KnownTrace, readings: LinkReadings): readonly SeenLink[] {
  let after: string | undefined;
  const shownBefore: Json[] = [];
  return (readings.order === "newest-first" ? links.toReversed() : links).map((link): SeenLink => {
    const data = dataOfLink(link, readings.data);
    const sent = trace.actions.filter((action) => sameJson(action.data, data)).length;
    // Fixed data from the configuration contain nothing of this run.
    const isSent = sent > 0 && isJsonObject(data) && Object.keys(data).length > 0;
    const holds = holdsMine(link, readings) || isSent;
    const isCopy = holds && sent > 0 && shownBefore.filter((one) => sameJson(one, data)).length >= sent;
    if (holds && data !== undefined) shownBefore.push(data);
    const mine = holds && !isCopy;
    const seen = { trace, link, data, mine, isCopy, isExtra: false, isWhole: links.length === totalCount, after };
    if (mine) after = trace.actions.find(({ data: sent }) => sameJson(sent, data))?.actionKey;
    return seen;
  });
}

/** The path at which links show the key of their action. */
export function keyPlace(links: readonly SeenLink[]): JsonPath | undefined {
  const mine = links.filter((link) => link.mine && (link.isWhole || isOfAnAction(link)));
  const [first] = mine;
  const places = genericPlaces(first?.link ?? null, new Set(), maxPlaces);
  const shows = ({ trace, link }: SeenLink, path: JsonPath): boolean => {
    const key = keyAt(link, path);
    return key !== undefined && trace.actions.some(({ actionKey }) => actionKey === key);
  };
  const paths = new Map(places.map(({ path }) => [pathKey(path), path]));
  return [...paths.values()].find((path) => mine.every((link) => shows(link, path)));
}

const isOfAnAction = ({ data, trace }: SeenLink): boolean => trace.actions.some((one) => sameJson(one.data, data));

/** True where this path shows keys of actions, and not the kind of link. */
export const showsActions = (links: readonly SeenLink[], path: JsonPath): boolean =>
  links.some(({ mine, link, trace }) => mine && trace.actions.some(({ actionKey }) => actionKey === keyAt(link, path)));

/** The service's own links; none where the same link is in two traces. */
export function ownAmong(links: readonly SeenLink[], path: JsonPath, readings: LinkReadings): readonly SeenLink[] {
  const copies = copiesAmong(links, path, readings);
  const byHand = byHandAmong(links, path, readings);
  const own = links.filter(({ link, trace }) => isOwn(link, trace, path, { ...readings, copies, byHand }));
  const isInTwo = own.some((one) => own.some((other) => other.trace !== one.trace && sameJson(other.link, one.link)));
  return isInTwo ? [] : own;
}

/** Keys that are not in the workflow and whose links, on complete lists, only repeat data of actions. */
export function copiesAmong(links: readonly SeenLink[], path: JsonPath, readings: LinkReadings): readonly string[] {
  const foreign = links.filter(
    ({ link, trace, isWhole }) => isWhole && isForeign(keyAt(link, path), trace.workflow, readings),
  );
  const byKey = Map.groupBy(foreign, ({ link }) => keyAt(link, path));
  return names([...byKey].flatMap(([key, own]) => (own.every(({ isCopy }) => isCopy) ? [key] : [])));
}

/**
 * Keys of users' actions that the service also appends: additional links without anything that was sent follow the same
 * action on several traces.
 */
export function byHandAmong(links: readonly SeenLink[], path: JsonPath, readings: LinkReadings): readonly string[] {
  const extra = links.filter(
    ({ isExtra, link, trace }) => isExtra && !isForeign(keyAt(link, path), trace.workflow, readings),
  );
  const following = extra.filter(({ after }) => after !== undefined);
  const byPlace = Map.groupBy(following, ({ link, after }) => JSON.stringify([keyAt(link, path), after]));
  const isOften = (own: readonly SeenLink[]): boolean => new Set(own.map(({ trace }) => trace)).size > 1;
  return names([...byPlace.values()].flatMap((own) => (own[0] && isOften(own) ? [keyAt(own[0].link, path)] : [])));
}

function isForeign(key: string | undefined, workflow: number, { target }: LinkReadings): key is string {
  return key !== undefined && !(target.workflows[workflow]?.actions.some((action) => action.key === key) ?? true);
}

/** Whether a link is the service's own. @param trace with the actions that were sent */
export function isOwn(
  link: Json,
  trace: Pick<KnownTrace, "workflow" | "actions" | "unaccepted">,
  path: JsonPath,
  readings: LinkReadings,
): boolean {
  const key = keyAt(link, path);
  if (readings.keys && !(key !== undefined && readings.keys.includes(key))) return false;
  if (key !== undefined && readings.byHand?.includes(key)) {
    const data = dataOfLink(link, readings.data);
    const isSent = trace.actions.some((action) => sameJson(action.data, data)) || isUnaccepted(data, trace);
    return !holdsMine(link, readings) && !isSent;
  }
  if (!isForeign(key, trace.workflow, readings)) return false;
  return readings.copies?.includes(key) === true || !holdsMine(link, readings);
}

/** The keys and members that such links show, and the actions before them. */
export function traitsOf(
  own: readonly SeenLink[],
  path: JsonPath,
): { readonly keys: readonly string[]; readonly after: readonly string[]; readonly members: readonly string[] } {
  return {
    keys: names(own.map(({ link }) => keyAt(link, path))),
    after: names(own.map((one) => one.after)),
    members: names(own.flatMap(({ data, isCopy }) => (isJsonObject(data) && !isCopy ? Object.keys(data) : []))),
  };
}

/** Each name once, sorted. */
export function names(of: readonly (string | undefined)[]): readonly string[] {
  return [...new Set(of)].filter((name) => name !== undefined).sort();
}

function keyAt(link: Json, path: JsonPath): string | undefined {
  const [value, ...more] = valuesAt(link, path);
  return typeof value === "string" && value !== "" && more.length === 0 ? value : undefined;
}

/** True for a link that contains something that this run sent. */
export function holdsMine(link: Json, { runId, data }: LinkReadings): boolean {
  return [link, dataOfLink(link, data) ?? null].some((shown) => JSON.stringify(shown).includes(runId));
}
