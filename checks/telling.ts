/**
 * States and links that tell nothing. What they show is left open; that they show nothing of what was done is no choice,
 * for then nothing could ever be held against them.
 */
import { sameJson } from "../spec/readings/equal.ts";
import { everyPlace, without } from "../spec/readings/path.ts";
import { payloadMember } from "../spec/readings/outcome.ts";
import { senderOf } from "../spec/readings/people.ts";
import type { Exchange } from "../spec/vocabulary/history.ts";
import { isJsonObject, type Json } from "../spec/json.ts";
import type { Case } from "./model/case.ts";
import { pageOf, stableLink, stableState } from "./model/links/links.ts";
import { placedLinks } from "./model/pages/placed-links.ts";
import { listings, type Listing } from "./model/pages/listings.ts";
import { momentOf } from "./model/moment.ts";
import { mayHideOthers } from "./model/readers/others-data.ts";
import { statesOf } from "./model/states/states.ts";
import { filteredSearches } from "./model/searches/searches.ts";
import { traceKey, type ModelAction, type ModelTrace } from "./model/world.ts";
import { rule, type Rule } from "./rule.ts";
import { nameOf } from "./support/exchanges.ts";
import { leavesIn } from "../spec/json-walks.ts";

export const tellingRules: readonly Rule[] = [
  rule("STATE-08", function* (subject) {
    const seen = subject.view(followedStates);
    for (const state of seen) {
      const { exchange, after, trace, actions } = state;
      const { silent = [] } = subject.stateReading(trace) ?? {};
      // Others of the workflow were seen to change it.
      if (actions.every(({ actionKey }) => silent.includes(actionKey))) continue;
      const lack = lackOf(state, seen, subject);
      yield [
        exchange,
        lack !== undefined && {
          message: `${nameOf(exchange)} answers the same state after an action with new data as before, and it ${lack}`,
          expected: "a state in which the actions on the trace make a difference",
          actual: after,
          with: actions.map((action) => action.exchange),
        },
      ];
    }
  }),

  rule("DETAILS-12", function* (subject) {
    const shown = subject.view(listings).filter(({ page }) => page.links.length > 0);
    const raw = shown.flatMap(({ page }) => page.links);
    const links = raw.map((link) => stableLink(link, subject));
    // What differs each time that it is read may hold anything, as what is encrypted for its reader does.
    const mayHide = links.some((link, index) => !sameJson(link, raw[index] ?? null));
    const alike = !mayHide && links.every((link) => sameJson(link, links[0] ?? null));
    for (const { read, page, moment } of shown) {
      const keys = new Set(moment.acknowledged.map(({ actionKey }) => actionKey));
      const tellsNothing = alike && (isHollow(links[0] ?? null) || keys.size > 1) && page.links.length > 1;
      yield [
        read,
        tellsNothing && {
          message: `${nameOf(read)} shows the same link for every action`,
          expected: "links that differ as their actions do",
          actual: page.links.slice(0, 5),
          with: moment.acknowledged.map(({ exchange }) => exchange),
        },
      ];
    }
  }),

  rule("DETAILS-13", function* (subject) {
    for (const listing of subject.view(listings)) {
      const { read, page } = listing;
      // Of links that only their place tells those that show the data of that action are sure.
      const placed = placedLinks(listing, subject).map((one) => (one?.difference ? undefined : one?.action));
      const actions = listing.actions.map((action, index) => action ?? placed[index]);
      if (!actions.some((action) => action !== undefined)) continue;
      const at = page.links.findIndex((link, index) => {
        const action = actions[index];
        return action && !action.unclear && foreignName(link, action, listing, subject) !== undefined;
      });
      const action = actions[at];
      yield [
        read,
        action !== undefined && {
          message: `Link ${String(at)} of ${nameOf(read)} names what was sent with another action (${foreignName(page.links[at] ?? null, action, listing, subject) ?? ""})`,
          expected: { action: action.actionKey, group: action.groupLabel },
          actual: page.links[at],
          with: [action.exchange],
        },
      ];
    }
  }),
];

/** The members of a link that name what was sent with its action, by the names that the interface has for it, or within a member of that name. */
const namesSent = {
  action: /(?:^|\.)action(?:_?key)?$|^action\.(?:key|name)$/i,
  group: /(?:^|\.)group(?:_?label)?$|^group\.(?:label|key|name)$/i,
  workflow: /(?:^|\.)workflow_?id$|^workflow\.id$/i,
} as const;

/** What a link says of its action that was sent with another action of the trace, and not with its own. */
function foreignName(link: Json, action: ModelAction, { trace }: Listing, subject: Case): string | undefined {
  const sent = (of: ModelAction) => ({
    action: of.actionKey,
    group: of.groupLabel,
    workflow: subject.target.workflows[of.workflow]?.id ?? "",
  });
  const own = sent(action);
  const [holder] = subject.observed("link-data")?.path ?? [];
  const said = textsBeside(link, holder);
  for (const what of Object.keys(namesSent) as (keyof typeof namesSent)[]) {
    const [member, text] = said.find(([name]) => namesSent[what].test(name)) ?? [];
    // A blank says that there is none, whatever another action was sent with.
    if (member === undefined || text === undefined || text.trim() === "" || text === own[what]) continue;
    // Where a link shows the data among its own members, this may be one of the data's.
    if (holder === undefined && isJsonObject(action.data) && action.data[member] === text) continue;
    if (trace.actions.some((other) => sent(other)[what] === text)) return `${member}: ${text}`;
  }
  return undefined;
}

/** The texts of a link and of its members, by their names, but those of the data. */
function textsBeside(link: Json, holder: string | undefined): readonly (readonly [name: string, text: string])[] {
  const textsIn = (of: Json, prefix: string): readonly (readonly [string, string])[] =>
    isJsonObject(of)
      ? Object.entries(of).flatMap(([name, value]) =>
          typeof value === "string" ? [[`${prefix}${name}`, value] as const] : [],
        )
      : [];
  const inner = isJsonObject(link) ? Object.entries(link).filter(([name]) => name !== holder) : [];
  return [
    ...textsIn(link, ""),
    ...(holder === undefined ? [] : inner.flatMap(([name, of]) => textsIn(of, `${name}.`))),
  ];
}

/** A state that was read after an action, with the one that was read before it. */
interface FollowedState {
  readonly exchange: Exchange;
  readonly trace: ModelTrace;
  readonly before: Json;
  readonly after: Json;
  /** What was done between the two. */
  readonly actions: readonly ModelAction[];
  /** True where each of these had been appended to the trace before, with other data. */
  readonly isRepeated: boolean;
}

/** What a state lacks that actions left as it was; undefined where it may be so. */
function lackOf(
  { trace, after, actions, isRepeated }: FollowedState,
  seen: readonly FollowedState[],
  subject: Case,
): string | undefined {
  const { path = null, ofFirst = false, beside = [] } = subject.stateReading(trace) ?? {};
  // Where the data are known to stand, STATE-03 says what they must be.
  if (path !== null) return undefined;
  // A workflow may have actions that change nothing; where it has no others, its state may tell how far it is.
  if (seen.some((other) => !sameJson(other.before, other.after)) || changesForAnybody(trace, subject)) return undefined;
  if (isHollow(after)) return "is empty";
  // Of two actions one may have undone the other.
  if (actions.length !== 1 || actions[0]?.marker === undefined) return undefined;
  // Of later actions than the first the state tells what the target computes of them, which may be nothing.
  if (ofFirst || (beside.length > 0 && tellsOfFirstAlone(after, trace))) return undefined;
  // What is done once more may leave as it is what it did before, where states of the workflow were seen to change.
  if (isRepeated && isSeenToChange(trace, subject)) return undefined;
  return foundByData(trace, subject) ? "shows nothing of the data by which the trace is found" : undefined;
}

/** Reads of one face by one user, one after the other, between which actions brought data. */
function followedStates(subject: Case): readonly FollowedState[] {
  return [...subject.world.traces.values()].flatMap((trace) => {
    // What each reader is shown may be another state.
    const byReader = Map.groupBy(statesShown(trace), (one) => `${one.face} ${senderOf(one)}`);
    return [...byReader.values()].flatMap((states) =>
      states.slice(1).flatMap((exchange, index): readonly FollowedState[] => {
        const earlier = states[index];
        const then = earlier && momentOf(trace, earlier);
        const now = momentOf(trace, exchange);
        if (!earlier || !then?.exact || !now.exact) return [];
        const actions = now.acknowledged.filter((action) => !then.acknowledged.includes(action));
        const isOfOthers = actions.every((action) => senderOf(action.exchange) !== senderOf(exchange));
        if (isOfOthers && mayHideOthers(trace, exchange, subject)) return [];
        // The same data once more may leave a state as it was, also where only members differ that no state shows.
        const shown = shownOf(trace, subject);
        const stood = new Set(scalarsIn(payloadMember(earlier, "state") ?? null));
        const standsThere = (data: Json): boolean => {
          const brought = scalarsIn(data);
          return brought.length > 0 && brought.every((value) => stood.has(value));
        };
        const isNew = ({ data }: ModelAction) =>
          !standsThere(shown(data)) && !then.acknowledged.some((other) => sameJson(shown(other.data), shown(data)));
        // What has no room for a marker is as new by its values.
        const isTold = ({ marker, data }: ModelAction) =>
          marker !== undefined || (isJsonObject(data) && Object.keys(data).length > 0);
        if (!actions.some((one) => isTold(one) && !one.unclear && isNew(one))) return [];
        const [before, after] = [earlier, exchange].map((one) =>
          stableState(payloadMember(one, "state") ?? null, subject),
        );
        const [, ...appended] = then.acknowledged;
        const isRepeated = actions.every(({ actionKey }) => appended.some((one) => one.actionKey === actionKey));
        return [{ exchange, trace, before: before ?? null, after: after ?? null, actions, isRepeated }];
      }),
    );
  });
}

/** What stands in a document that is neither a list nor an object, as JSON. */
const scalarsIn = (value: Json): readonly string[] =>
  leavesIn(value).flatMap((one) => (one === null ? [] : [JSON.stringify(one)]));

/** True where members of the workflow's states were seen to have one value after another, as a status has. */
function isSeenToChange(trace: ModelTrace, subject: Case): boolean {
  const { ownValues = {} } = subject.stateReading(trace) ?? {};
  return Object.values(ownValues).some(({ length }) => length > 1);
}

/** True where a state has the marker of the first action, and of no later one. */
function tellsOfFirstAlone(state: Json, { created, actions }: ModelTrace): boolean {
  const text = JSON.stringify(state);
  const isTold = ({ marker }: ModelAction): boolean => marker !== undefined && text.includes(JSON.stringify(marker));
  return isTold(created) && !actions.some((action) => action !== created && isTold(action));
}

/** So many states of a trace are compared with one another. */
const mostCompared = 40;

/**
 * True where two reads of a trace through one face, or two answers to its actions, have other states, whoever was shown them:
 * unless who they are explains it, as where they were shown other states after the same actions.
 */
function changesForAnybody(trace: ModelTrace, subject: Case): boolean {
  const alike = Map.groupBy(statesShown(trace), ({ face, intent }) => `${face} ${intent.kind}`);
  return [...alike.values()].some((some) => {
    const states = some.slice(0, mostCompared).map((exchange) => ({
      reader: senderOf(exchange),
      count: momentOf(trace, exchange).acknowledged.length,
      state: stableState(payloadMember(exchange, "state") ?? null, subject),
    }));
    const isApart = (one: (typeof states)[number], other: (typeof states)[number]): boolean =>
      one.count === other.count && one.reader !== other.reader && !sameJson(one.state, other.state);
    const apart = new Set(
      states.flatMap((one) =>
        states.filter((other) => isApart(one, other)).map(({ reader }) => `${one.reader} ${reader}`),
      ),
    );
    const [first] = states;
    return states.some(
      (one) => first && !apart.has(`${first.reader} ${one.reader}`) && !sameJson(first.state, one.state),
    );
  });
}

/** The states of a trace that anybody was shown; a page that has a member of that name shows none. */
const statesShown = (trace: ModelTrace): readonly Exchange[] =>
  statesOf(trace, { toAnybody: true }).filter((one) => one.intent.kind === "act" || pageOf(one) === undefined);

/** The data of an action without the members that states were seen never to show. */
function shownOf(trace: ModelTrace, subject: Case): (data: Json) => Json {
  const { absent = [] } = subject.stateReading(trace) ?? {};
  return (data) =>
    without(
      data,
      absent.map((name) => [name]),
    );
}

/** True where nothing stands in it but objects and arrays without anything, and nulls. */
function isHollow(value: Json): boolean {
  return [...everyPlace(value, 200)].every(({ value: part }) => part === null || typeof part === "object");
}

/** True where a search by data found a trace, the data of which its state therefore has. */
function foundByData(trace: ModelTrace, subject: Case): boolean {
  const keys = subject.observed("search-keys");
  const { id = "" } = subject.workflowOf(trace) ?? {};
  if (keys === undefined || keys.computed || keys.beside?.includes(id)) return false;
  const searches = subject.view(filteredSearches).filter(({ filters }) => Object.keys(filters).length > 0);
  return searches.length === 0 || searches.some(({ found }) => found.has(traceKey(trace.id)));
}
