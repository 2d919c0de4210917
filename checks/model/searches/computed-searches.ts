/** Compares searches by a computed member with what the state showed at that moment. */
import { ownDataOfState, stateReadingsOf } from "../../../spec/readings/state-data.ts";
import { sameJson } from "../../../spec/readings/equal.ts";
import { payloadMember } from "../../../spec/readings/outcome.ts";
import { isJsonObject, type Json } from "../../../spec/json.ts";
import { everyMember } from "../../../spec/readings/named-entries.ts";
import type { Place } from "../../../spec/readings/path.ts";
import { senderOf } from "../../../spec/readings/people.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { Case } from "../case.ts";
import { momentOf } from "../moment.ts";
import { mayHideOthers } from "../readers/others-data.ts";
import { mayBeReplaced } from "../states/replaced-states.ts";
import { isTakenOut } from "./still-shown.ts";
import { mayBeCapped, searches, workflowOf, type FilteredSearch } from "./searches.ts";
import { traceKey, type ModelTrace } from "../world.ts";

/** Needs no reading of filters: a member of the state can be searched for by its own name. */
type OwnSearch = Omit<FilteredSearch, "keys">;

interface Sought {
  readonly search: OwnSearch;
  readonly found: boolean;
}

export interface ComputedSearch {
  readonly trace: ModelTrace;
  readonly name: string;
  /** The search by the value that the state shows. */
  readonly now: OwnSearch;
  readonly found: boolean;
  /**
   * One that shows that such filters reach the member: by another value, at the same moment and else alike, that finds the
   * trace, as its state showed that value before; or at another moment by the value of then, where others found nothing.
   */
  readonly reached: OwnSearch | undefined;
  /** Searches by values that no state of the trace showed, once it cannot have had them unseen. */
  readonly others: readonly Sought[];
  /** Searches by former values, where such values are known to find a trace no more. */
  readonly past: readonly Sought[];
  /** The state. */
  readonly shownBy: Exchange;
  /** True where something was done on the trace after its creation. */
  readonly changed: boolean;
}

/** Whether each of these searches finds the trace, after the target had time to index it. */
export const computedSearches = (subject: Case): readonly ComputedSearch[] => {
  const own = stateReadingsOf(subject.profile).flatMap(({ ownValues = {} }) => Object.keys(ownValues));
  const last = subject.view(searches).flatMap((search): readonly OwnSearch[] => {
    const { filters, last: isLast, workflow } = search.intent;
    return isLast && workflow !== undefined && isJsonObject(filters) ? [{ ...search, filters }] : [];
  });
  // Members that scripts searched for as single traces showed them.
  const ofTraces = last
    .filter(({ exchange }) => exchange.traits.includes("filters.computed"))
    .flatMap(({ filters }) => Object.keys(filters).slice(-1));
  const names = [...new Set([...own, ...ofTraces])];
  const sights = names.flatMap((name) => sightsOf(name, last, subject));
  return sights.flatMap((sight): readonly ComputedSearch[] => {
    const { found, isRested, former, now } = sight;
    const alike = sights.filter((one) => memberOf(one) === memberOf(sight));
    const telling = alike.find((one) => one.follows && askedAs(one) === askedAs(sight));
    // A long answer may be cut off.
    const reached = former ?? (mayBeCapped(now, subject) ? undefined : telling?.now);
    // A filter by an unknown member may be ignored, so that everything is found. One that is known to work does so for
    // all traces.
    const isReached = alike.some((one) => one.follows && operationOf(one) === operationOf(sight));
    const others = isReached ? sight.others : [];
    const past = sight.past.filter(({ isRested, found }) => (isRested || !found) && goesByNow(sight, sights, subject));
    return found || isRested ? [{ ...sight, reached, others, past }] : [];
  });
};

/** If no search by this member tells, so many by others must not find their trace by a former value. */
const leastOver = 3;

/**
 * True where a trace is known not to be found by a former value of this member, or of others; or where a value that
 * nobody sent found the trace only once the state had it.
 */
function goesByNow(sight: Sight, sights: readonly Sight[], subject: Case): boolean {
  // Then searches follow the state, and former values are no longer part of it.
  const becameFound = sight.found && !isSentBy(sight) && sights.some((one) => isBefore(one, sight, subject));
  if (becameFound) return true;
  // A long answer may be cut off.
  const over = sights
    .filter((one) => operationOf(one) === operationOf(sight))
    .filter(({ past }) => past.some(({ found, search }) => !found && !mayBeCapped(search, subject)));
  // Filters may reach all sent data ever, even if they follow the state for computed members.
  const isComputed = !isSentBy(sight);
  return over.some((one) => memberOf(one) === memberOf(sight)) || (isComputed && over.length >= leastOver);
}

/** True for an earlier moment of the same trace, when the later value did not find it. */
function isBefore(one: Sight, later: Sight, subject: Case): boolean {
  // The other filters find the trace at that moment, or are used later as well.
  const isAlike = askedAs(one) === askedAs(later) || (one.found && operationOf(one) === operationOf(later));
  if (one.trace !== later.trace || memberOf(one) !== memberOf(later) || !isAlike) return false;
  const value = later.now.filters[later.name];
  return one.ahead.some(
    ({ search, found }) => !found && search.filters[later.name] === value && !mayBeCapped(search, subject),
  );
}

/** True where an action of the trace sent something under this name. */
function isSentBy({ trace, name }: Sight): boolean {
  const own = name.split(".").at(-1) ?? name;
  return trace.actions.some(({ data }) => JSON.stringify(data).includes(`${JSON.stringify(own)}:`));
}

function sightsOf(name: string, last: readonly OwnSearch[], subject: Case): readonly Sight[] {
  return [...subject.world.traces.values()].flatMap((trace) => {
    const own = last.filter(
      (search) =>
        // The filters before it identify the trace.
        Object.keys(search.filters).at(-1) === name &&
        workflowOf(search) === trace.created.workflow &&
        isFor(trace, name, search, subject),
    );
    const alike = Map.groupBy(own, (search) => sameBut(name, search, trace));
    return [...alike.values()].flatMap((together) => sightOf(trace, name, together, subject) ?? []);
  });
}

/** The searches of one moment that differ only in the value of one member. */
interface Sight extends Omit<ComputedSearch, "reached" | "past"> {
  readonly former: OwnSearch | undefined;
  /** True where the value of the state finds the trace, and another does not. */
  readonly follows: boolean;
  /** True where the search lag had passed since the last action; a lagging search may show the moment before. */
  readonly isRested: boolean;
  readonly past: readonly (Sought & { readonly isRested: boolean })[];
  /** Searches by later values. */
  readonly ahead: readonly Sought[];
}

/** Equal for searches in one workflow through one face: each workflow may have filters of its own. */
const operationOf = ({ now, trace }: Sight): string => `${now.exchange.operationId} ${String(trace.created.workflow)}`;
/** Equal for searches in one workflow by one member, named in the same way. */
const memberOf = ({ name, now, trace }: Sight): string =>
  JSON.stringify([name, trace.created.workflow, now.intent.byPlace ?? false]);
/** Equal for searches through one face by the same member names, named in the same way. */
const askedAs = (sight: Sight): string =>
  JSON.stringify([operationOf(sight), memberOf(sight), Object.keys(sight.now.filters)]);

function sightOf(trace: ModelTrace, name: string, together: readonly OwnSearch[], subject: Case): Sight | undefined {
  const [first] = together;
  const moment = first && momentOf(trace, first.exchange);
  if (
    !first ||
    !moment?.exact ||
    mayHideOthers(trace, first.exchange, subject) ||
    mayBeReplaced(trace, moment, subject)
  )
    return undefined;
  const shownBy = statesAt(trace, moment.acknowledged.length);
  const [value, ...others] = new Set(shownBy.map((read) => memberShown(read, name, subject)));
  const now = together.findLast(({ filters }) => filters[name] === value);
  const [read] = shownBy;
  // The service may change the member by itself in the meantime.
  if (!read || value === undefined || others.length > 0 || !now || !isTold(name, value, trace)) return undefined;
  // A search may know no more than its user is shown.
  if (shownBy.some((one) => senderOf(one) !== senderOf(now.exchange))) return undefined;
  const isFound = ({ found }: OwnSearch): boolean => found.has(traceKey(trace.id));
  const earlier = trace.reads.filter((one) => one.receivedAtMs <= read.sentAtMs && one.intent.kind === "state");
  const past = new Set(earlier.map((one) => memberShown(one, name, subject)));
  const rest = together.filter((one) => one !== now);
  const ofPast = rest.filter(({ filters }) => filters[name] !== value && past.has(filters[name]));
  const states = [...statesRead(trace), ...statesAnswered(trace)];
  // The value that identifies the trace may be gone from its place.
  const isGone = Object.entries(now.filters).some(
    ([other, sought]) => other !== name && isTakenOut([...earlier, ...shownBy], shownBy, other, sought),
  );
  if (isGone) return undefined;
  const ofFuture = (search: OwnSearch): boolean =>
    search.filters[name] !== value && !past.has(search.filters[name]) && everShown.has(search.filters[name]);
  const everShown = new Set(states.map((one) => memberShown(one, name, subject)));
  const sinceMs = Math.max(...moment.acknowledged.map(({ exchange }) => exchange.receivedAtMs));
  const isRested = ({ exchange }: OwnSearch): boolean =>
    exchange.sentAtMs - sinceMs >= subject.target.searchLagMs &&
    shownBy.some(({ sentAtMs }) => sentAtMs >= exchange.receivedAtMs);
  // A lagging search may follow a state that nobody read.
  const wasSeen = trace.actions.every(
    ({ exchange }, at) => payloadMember(exchange, "state") !== undefined || statesAt(trace, at + 1).length > 0,
  );
  const isTelling = ({ exchange }: OwnSearch): boolean =>
    wasSeen || exchange.sentAtMs - sinceMs >= subject.target.searchLagMs;
  return {
    trace,
    name,
    now,
    found: isFound(now),
    former: ofPast.find(isFound),
    follows: isFound(now) && rest.some((one) => !isFound(one) && !mayBeCapped(one, subject)),
    others: rest
      .filter((search) => !everShown.has(search.filters[name]) && isTelling(search))
      .map((search) => ({ search, found: isFound(search) })),
    ahead: rest.filter(ofFuture).map((search) => ({ search, found: isFound(search) })),
    past: ofPast.map((search) => ({ search, found: isFound(search), isRested: isRested(search) })),
    isRested: isRested(now),
    shownBy: read,
    changed: moment.acknowledged.length > 1,
  };
}

/**
 * True for values that a search must find exactly: texts, flags, whole numbers, and fractions that were sent or are the
 * sum of what was sent. Other fractions may be rounded.
 */
function isTold(name: string, value: Json, { actions }: ModelTrace): boolean {
  if (typeof value !== "number") return typeof value === "string" || typeof value === "boolean";
  const sent = actions.flatMap(({ data }) =>
    isJsonObject(data) && typeof data[name] === "number" ? [data[name]] : [],
  );
  const isSum = sent.length > 0 && sent.reduce((sum, one) => sum + one, 0) === value;
  return Number.isInteger(value) || isSum || actions.some(({ data }) => holds(data, value));
}

/**
 * False for a search whose other filters have a value that the trace was never sent, or that was replaced, and that its
 * state does not show: it is about another trace, or may no longer find this one.
 */
function isFor(trace: ModelTrace, name: string, { filters, exchange }: OwnSearch, subject: Case): boolean {
  const others = Object.entries(filters).filter(([key]) => key !== name);
  const states = statesAt(trace, momentOf(trace, exchange).acknowledged.length);
  return others.every(([key, value]) => {
    // Filters follow the state, whatever was sent under this name.
    const shown = states.map((read) => placesNamed(key, payloadMember(read, "state") ?? null));
    if (shown.some((places) => places.length > 0 && !places.some((place) => sameJson(place.value, value))))
      return false;
    const values = trace.actions.flatMap(({ data }) =>
      isJsonObject(data) && Object.hasOwn(data, key) ? [data[key] ?? null] : [],
    );
    const isSent =
      values.length > 0
        ? values.every((one) => sameJson(one, value))
        : trace.actions.some(({ data }) => holds(data, value));
    return isSent || (states.length > 0 && states.every((read) => memberShown(read, key, subject) === value));
  });
}

const holds = (data: Json, value: Json): boolean => JSON.stringify(data).includes(JSON.stringify(value));

/** Equal for searches that differ only in the value of this member, while the trace had the same actions. */
function sameBut(name: string, { exchange, filters, intent }: OwnSearch, trace: ModelTrace): string {
  const others = Object.entries(filters).filter(([key]) => key !== name);
  const { acknowledged, concurrent } = momentOf(trace, exchange);
  return JSON.stringify([
    exchange.operationId,
    intent.byPlace ?? false,
    intent.workflow ?? null,
    others,
    acknowledged.length,
    concurrent.length,
  ]);
}

/** The states read when the trace had so many actions. */
function statesAt(trace: ModelTrace, actions: number): readonly Exchange[] {
  return trace.reads.filter((read) => {
    const moment = momentOf(trace, read);
    return read.intent.kind === "state" && moment.exact && moment.acknowledged.length === actions;
  });
}

const statesRead = (trace: ModelTrace): readonly Exchange[] =>
  trace.reads.filter(({ intent }) => intent.kind === "state");

/** Answers to actions that show the state. */
const statesAnswered = (trace: ModelTrace): readonly Exchange[] =>
  trace.actions.flatMap(({ exchange }) => (payloadMember(exchange, "state") === undefined ? [] : [exchange]));

function memberShown(read: Exchange, name: string, subject: Case): Json | undefined {
  const trace = subject.traceOf(read);
  const reading = trace && subject.stateReading(trace);
  const state = payloadMember(read, "state") ?? null;
  const data = reading && ownDataOfState(state, reading);
  if (isJsonObject(data) && Object.hasOwn(data, name)) return data[name];
  const [first, ...others] = placesNamed(name, state).map(({ value }) => value);
  // If several places have the name, all must have the same value.
  return first !== undefined && others.every((value) => sameJson(value, first)) ? first : undefined;
}

/** The places with this name, or with this path. */
function placesNamed(name: string, state: Json): readonly Place[] {
  const isNamed = ({ path }: Place): boolean => path.at(-1) === name || (path.length > 1 && path.join(".") === name);
  return isJsonObject(state) ? everyMember(state).filter(isNamed) : [];
}
