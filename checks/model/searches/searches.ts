/** The searches of a case, and which traces each should find. */
import { payloadMember, payloadOf, succeeded } from "../../../spec/readings/outcome.ts";
import type { Exchange, Intent } from "../../../spec/vocabulary/history.ts";
import { isLeftOut } from "../../../spec/readings/pruned.ts";
import { sameJson } from "../../../spec/readings/equal.ts";
import { hasMember, isJsonObject, type Json, type JsonObject, memberOf, ownNames } from "../../../spec/json.ts";
import { placeOfKey, type WorkflowKeys } from "../../../spec/readings/search-keys.ts";
import type { JsonPath, OpenPointValues } from "../../../spec/vocabulary/profile.ts";
import { isProbing } from "../../support/exchanges.ts";
import { everyPlace, type Place, valuesAt, without } from "../../../spec/readings/path.ts";
import { everyMember } from "../../../spec/readings/named-entries.ts";
import { levelsOfHidden } from "../../../spec/readings/state-data.ts";
import { objectAt } from "../../../spec/data-schemas/resolve.ts";
import { isUuid } from "../../support/uuid.ts";
import type { Case } from "../case.ts";
import { heldKeys, matchAfter, type Match } from "./matching.ts";
import { namesKept } from "../readers/kept-members.ts";
import { partsOf } from "../../../spec/open-points/state-folds.ts";
import { momentOf, type Moment } from "../moment.ts";
import { mayBeReplaced } from "../states/replaced-states.ts";
import { mayHideOthers } from "../readers/others-data.ts";
import { meansOwn } from "../own-names.ts";
import { traceKey, type ModelTrace } from "../world.ts";

export interface ObservedSearch {
  readonly exchange: Exchange;
  readonly intent: Extract<Intent, { kind: "search" }>;
  /** Equal for searches with the same workflow, filters and user. */
  readonly asked: string;
  /** The keys of the traces found. */
  readonly found: ReadonlySet<string>;
  /** The ids as answered, in order. */
  readonly answer: readonly string[];
  /** How many were found, including those left out of a long answer. */
  readonly length: number;
}

export interface FilteredSearch extends ObservedSearch {
  readonly filters: JsonObject;
  readonly keys: WorkflowKeys;
}

export interface SearchCandidate {
  readonly search: FilteredSearch;
  readonly trace: ModelTrace;
  /** How its state data match the filters. */
  readonly match: Match;
  /** The best match that it had at any moment so far. */
  readonly ever: Match;
  /** True for a trace of the searched workflow. */
  readonly here: boolean;
  readonly found: boolean;
}

/** An answer of at least so many traces may be cut off by a limit of the target, if no other is longer. */
export const leastCap = 20;

/** The keys of the traces in a search answer; undefined where it has no list. */
export function tracesFoundBy(exchange: Exchange): readonly string[] | undefined {
  const payload = payloadOf(exchange);
  if (!Array.isArray(payload)) return undefined;
  return (payload as readonly Json[]).filter((id) => typeof id === "string").map(traceKey);
}

/** How many traces a search answer has; 0 where it has no list. */
export function lengthOf(exchange: Exchange): number {
  return (tracesFoundBy(exchange)?.length ?? 0) + (exchange.response?.leftOut ?? 0);
}

/** Every successful search, by any user and with any defects. */
export const everySearch = ({ history }: Case): readonly Omit<ObservedSearch, "answer" | "found" | "length">[] =>
  history.exchanges.flatMap((exchange) => {
    const { intent } = exchange;
    if (intent.kind !== "search" || !succeeded(exchange)) return [];
    return [{ exchange, intent, asked: JSON.stringify([intent.filters, intent.workflow ?? null]) }];
  });

/** By operation, the length of the longest search answer. */
const longestAnswers = (subject: Case): ReadonlyMap<string, number> => {
  const longest = new Map<string, number>();
  for (const { exchange } of subject.view(everySearch))
    longest.set(exchange.operationId, Math.max(longest.get(exchange.operationId) ?? 0, lengthOf(exchange)));
  return longest;
};

/** True for an answer as long as any of its operation, and not short: the target may have cut it off. */
export function mayBeCapped({ exchange, length }: Pick<ObservedSearch, "exchange" | "length">, subject: Case): boolean {
  return length >= leastCap && length === subject.view(longestAnswers).get(exchange.operationId);
}

/** The first user's successful searches without defects. */
export const searches = (subject: Case): readonly ObservedSearch[] =>
  subject.view(everySearch).flatMap((search) => {
    const { exchange } = search;
    if (isProbing(exchange) || exchange.actor !== "first" || exchange.defects.length > 0) return [];
    const answer = tracesFoundBy(exchange);
    return answer ? [{ ...search, answer, found: new Set(answer), length: lengthOf(exchange) }] : [];
  });

/** Searches with filters, where it is known what filters match. */
export const filteredSearches = (subject: Case): readonly FilteredSearch[] =>
  subject.view(searches).flatMap((search) => {
    const { filters } = search.intent;
    const keys = heldKeys(subject.profile, subject.target.workflows[workflowOf(search) ?? -1]);
    return keys && isJsonObject(filters) ? [{ ...search, filters, keys }] : [];
  });

/** The searched workflow. By the other key a target may find nothing, but what it finds must match. */
export function workflowOf({ intent }: ObservedSearch): number | undefined {
  return intent.workflow ?? intent.byOtherKey;
}

/** True where a search answer can contain the trace: its id is a UUID, or search answers contain other ids too. */
export function isNameable({ id }: ModelTrace, subject: Case): boolean {
  return isUuid(id) || subject.view(answersOtherIds);
}

const answersOtherIds = (subject: Case): boolean =>
  subject.view(searches).some(({ answer }) => answer.some((id) => !isUuid(id)));

/** Every pair of a filtered search and a trace of the case. */
export const candidates = (subject: Case): readonly SearchCandidate[] =>
  subject
    .view(filteredSearches)
    .filter((search) => workflowOf(search) !== undefined && Object.keys(search.filters).length > 0)
    .flatMap((search) =>
      namedTraces(subject).map(([key, trace]) => ({
        search,
        trace,
        ...matchesOf(trace, search, subject),
        here: trace.created.workflow === workflowOf(search),
        found: search.found.has(key),
      })),
    );

function namedTraces(subject: Case): readonly [key: string, trace: ModelTrace][] {
  return [...subject.world.traces].filter(([, trace]) => isNameable(trace, subject));
}

const unknown = { match: "unknown", ever: "unknown" } as const;

/** How a trace matches a search when it is sent, and at best until then. */
export function matchesOf(
  trace: ModelTrace,
  search: FilteredSearch,
  subject: Case,
): { readonly match: Match; readonly ever: Match } {
  const { exchange, filters, keys } = search;
  const shown = subject.stateReading(trace);
  // If filters only reach what is beside the data, the state counts as computed.
  const besidePath = keys.beside?.includes(subject.workflowOf(trace)?.id ?? "") ? shown?.path : undefined;
  const reading = shown && besidePath ? { ...shown, path: null } : shown;
  const moment = momentOf(trace, exchange);
  const { acknowledged, exact } = moment;
  if (isOpen(trace, search, shown, subject)) return unknown;
  if (reading?.path === null && isOpenWhereComputed(trace, search, moment, besidePath, subject)) return unknown;
  const everyMatch = acknowledged.map((_, index) =>
    matchAfter(filters, acknowledged.slice(0, index + 1), subject.profile, reading, keys),
  );
  const ever: Match = everyMatch.includes("all") ? "all" : everyMatch.includes("unknown") ? "unknown" : "none";
  // A trace that is being written may match or not.
  const clear = exact && acknowledged.every(({ unclear }) => !unclear);
  const last = clear ? (everyMatch.at(-1) ?? "unknown") : "unknown";
  // After the end of the trace, its former state may count or not.
  const isUndecided =
    (ever !== "none" && mayBeReplaced(trace, moment, subject)) ||
    // A state with former values contains these too.
    (shown?.former === true && last !== "all" && wasEach(filters, trace));
  const match = isUndecided ? "unknown" : last;
  // A value that was neither sent nor shown may still be found.
  const isUnsure = reading?.path === null && (isElsewhere(filters, trace, keys) || namesOthers(filters, trace));
  if (isUnsure && (ever !== "none" || showsAny(filters, trace))) return unknown;
  return { match: ever === "unknown" && match !== "all" ? "unknown" : match, ever };
}

/** True where it cannot be told whether a search should find the trace, whatever its state shows. */
function isOpen(
  trace: ModelTrace,
  { exchange, filters }: FilteredSearch,
  shown: OpenPointValues["state-data"] | undefined,
  subject: Case,
): boolean {
  return (
    // Computed values cannot be predicted, nor what a name means that the target uses itself.
    exchange.traits.includes("filters.computed") ||
    meansOwn(filters, subject) ||
    // Filters may reach what stands elsewhere in the state, or not.
    (shown !== undefined && namesPassedOver(filters, trace, shown)) ||
    // A search may know no more than its user is shown.
    mayHideOthers(trace, exchange, subject) ||
    namesKept(filters, trace, subject) ||
    // The state may lack empty members.
    (shown?.pruned !== undefined && Object.values(filters).some((wanted) => isLeftOut(wanted, shown.pruned ?? "null")))
  );
}

/** The same, for computed states and filters that only reach computed members. */
function isOpenWhereComputed(
  trace: ModelTrace,
  { filters, keys }: FilteredSearch,
  { acknowledged }: Moment,
  besidePath: JsonPath | null | undefined,
  subject: Case,
): boolean {
  // In a computed state a name may mean something else later on; and where filters name a place, later data may stand
  // elsewhere.
  const reachable = keys.path.length > 0 && !keys.below ? trace.actions.slice(0, 1) : trace.actions;
  if (acknowledged.length > 1 && !namesMarker(filters, reachable)) return true;
  // Such a name may be that of another member, written differently.
  if (namesLikeOthers(filters, trace)) return true;
  // Filters follow the names in the state, and need not find others.
  const intoLists = keys.outsideLists?.includes(subject.workflowOf(trace)?.id ?? "") !== true;
  const reached = { besidePath, intoLists, keys, namesThatFound: subject.view(namesThatFound) };
  if (namesUnshown(filters, trace, reached)) return true;
  // A computed state may show members that were not sent, e.g. an optional flag as false.
  return Object.keys(filters).some((name) => mayBeFilledIn(name, trace, subject));
}

/**
 * True where filters name a place of a computed state that nobody read, and not only by the marker, which is known to
 * work.
 */
function isElsewhere(filters: JsonObject, trace: ModelTrace, keys: WorkflowKeys): boolean {
  const isPlaced = Object.keys(filters).some((key) => placeOfKey(keys, key)?.length !== 0);
  if (!isPlaced || statesReadOf(trace).length > 0) return false;
  return Object.entries(filters).some(([name, value]) => !namesMarker({ [name]: value }, trace.actions.slice(0, 1)));
}

const statesReadOf = ({ reads }: ModelTrace): readonly Json[] =>
  reads.flatMap((read) => payloadMember(read, "state") ?? []);

/** Where filters reach, and which names found something. */
interface Reached {
  /** Set where filters only reach what is beside this place; null where the data have no place. */
  readonly besidePath: JsonPath | null | undefined;
  /** False where filters reach nothing inside lists. */
  readonly intoLists: boolean;
  /** Which places in states the filters name. */
  readonly keys: WorkflowKeys;
  readonly namesThatFound: ReadonlySet<string>;
}

/**
 * True where states of the trace were read and none has one of these names: neither as a member, nor as the name in a
 * row of name and value, if a search by such a name found something.
 */
function namesUnshown(
  filters: JsonObject,
  trace: ModelTrace,
  { besidePath, intoLists, keys, namesThatFound: found }: Reached,
): boolean {
  const states = statesReadOf(trace).map((state) => (besidePath ? without(state, [besidePath]) : state));
  if (besidePath !== undefined && states.length === 0) return true;
  const ofMembers = (state: Json): readonly string[] =>
    [...everyPlace(state, undefined, { intoLists })].flatMap(({ key }) => key ?? []);
  const ofRows = (state: Json): readonly string[] =>
    found.size === 0 ? [] : everyMember(state, { intoLists }).flatMap(({ key = "" }) => (found.has(key) ? [key] : []));
  const namesIn = (state: Json, place: JsonPath): readonly string[] =>
    place.length > 0
      ? valuesAt(state, place).flatMap((value) => ownNames(value))
      : besidePath === null
        ? levelsOfHidden(state).flatMap((level) => Object.keys(level))
        : [...ofMembers(state), ...ofRows(state)];
  const isUnshown = (key: string): boolean => {
    const place = placeOfKey(keys, key) ?? keys.path;
    const name = (place.length > 0 ? key.split(".")[0] : key.split(".").at(-1)) ?? key;
    return !states.some((state) => namesIn(state, place).includes(name));
  };
  return states.length > 0 && Object.keys(filters).some(isUnshown);
}

/** True where each of the filters is something that an action sent. */
function wasEach(filters: JsonObject, { actions }: ModelTrace): boolean {
  return Object.entries(filters).every(([name, wanted]) =>
    actions.some(({ data }) => valuesAt(data, name.split(".")).some((value) => sameJson(value, wanted))),
  );
}

/** True where an action sent a member whose name differs only in case, hyphens and underscores. */
function namesLikeOthers(filters: JsonObject, { actions }: ModelTrace): boolean {
  const wanted = new Map(Object.keys(filters).map((name) => [lettersOf(name), name]));
  const sent = actions.flatMap(({ data }) => ownNames(data));
  return sent.some((name) => (wanted.get(lettersOf(name)) ?? name) !== name);
}

const lettersOf = (name: string): string => name.toLowerCase().replace(/[-_]/g, "");

/** True where states of the trace have other values under one of these names than were sent. */
function namesOthers(filters: JsonObject, trace: ModelTrace): boolean {
  const shown = scalarsIn(trace);
  return Object.keys(filters).some((name) => {
    const values = shown.filter(({ key }) => key === name);
    const sent = trace.actions.flatMap(({ data }) =>
      isJsonObject(data) && Object.hasOwn(data, name) ? [data[name] ?? null] : [],
    );
    return values.length > 0 && sent.some(isScalar) && !values.some(({ value }) => sent.includes(value));
  });
}

/** True where filters name data of an action that the state has elsewhere than those of others. */
function namesPassedOver(
  filters: JsonObject,
  { actions }: ModelTrace,
  reading: OpenPointValues["state-data"],
): boolean {
  const { passedOver = [], fold } = reading;
  if (passedOver.length === 0 || partsOf(fold).rule === "replace") return false;
  const passed = actions.filter(({ actionKey }) => passedOver.includes(actionKey));
  return Object.entries(filters).some(([name, wanted]) =>
    passed.some(({ data }) => valuesAt(data, name.split(".")).some((value) => sameJson(value, wanted))),
  );
}

/** True where a state of the trace has one of the values under its name. */
const showsAny = (filters: JsonObject, trace: ModelTrace): boolean =>
  scalarsIn(trace).some(({ key, value }) => key !== undefined && Object.hasOwn(filters, key) && filters[key] === value);

const scalarsIn = (trace: ModelTrace): readonly Place[] =>
  statesReadOf(trace).flatMap((state) => [...everyPlace(state)].filter(({ value }) => isScalar(value)));

const isScalar = (value: Json): boolean => value === null || typeof value !== "object";

/** The names in filters that found a trace by a sent value. */
const namesThatFound = (subject: Case): ReadonlySet<string> =>
  new Set(
    subject.view(filteredSearches).flatMap(({ filters, found }) =>
      Object.entries(filters).flatMap(([name, value]) => {
        const isSent = ({ data }: ModelTrace["actions"][number]): boolean => memberOf(data, name) === value;
        const isFound = namedTraces(subject).some(([key, { actions }]) => found.has(key) && actions.some(isSent));
        return isFound ? [name] : [];
      }),
    ),
  );

/** True for a member of the forms that no action of the trace sent. */
function mayBeFilledIn(name: string, trace: ModelTrace, subject: Case): boolean {
  const forms = subject.workflowOf(trace)?.actions.map(({ dataSchema = {} }) => dataSchema) ?? [];
  const isKnown = forms.some((form) => Object.hasOwn(objectAt(form, "properties"), name));
  return isKnown && !trace.actions.some(({ data }) => hasMember(data, name));
}

function namesMarker(filters: JsonObject, actions: ModelTrace["actions"]): boolean {
  const values = Object.values(filters);
  return actions.some(({ marker }) => marker !== undefined && values.includes(marker));
}
