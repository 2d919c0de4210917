/**
 * What a state that the target computes shows of the actions, and what not: members that stand nowhere in it though others
 * of the same data do, actions that leave it as it was though others change it, and later ones that do no more than change it.
 */
import { sameJson } from "../../spec/readings/equal.ts";
import { everyPlace, without } from "../../spec/readings/path.ts";
import { dataOfState } from "../../spec/readings/state-data.ts";
import { hasMember, isJsonObject, type Json, memberOf, ownNames } from "../../spec/json.ts";
import type { OpenPointValues } from "../../spec/vocabulary/profile.ts";
import type { SeenState } from "./states.ts";

/** On so many traces, and through both faces, something must be seen. */
const enough = 2;
/** However large a state is: so many of its places are looked at. */
const maxPlaces = 500;

/** Two states of a trace that one face showed one after the other. */
interface Pair {
  readonly traceId: string;
  readonly isChanged: boolean;
  /** Keys of the actions between the two. */
  readonly keys: readonly string[];
  /** True where one of them brought files, of which a state may have a list. */
  readonly hasFiles: boolean;
}

function pairsIn(states: readonly SeenState[]): readonly Pair[] {
  const rows = [
    ...Map.groupBy(states, ({ traceId, face, reader }) => JSON.stringify([traceId, face, reader])).values(),
  ];
  return rows.flatMap((row) =>
    row.slice(1).flatMap((after, at): readonly Pair[] => {
      const before = row[at];
      const between = after.actions.slice(before?.actions.length);
      const keys = between.map(({ actionKey }) => actionKey);
      if (!before || keys.length === 0) return [];
      const hasFiles = between.some(({ files }) => files.length > 0);
      return [{ traceId: after.traceId, isChanged: !sameJson(before.state, after.state), keys, hasFiles }];
    }),
  );
}

/**
 * Keys of the actions that left the state as it was on each trace, while other actions changed it each time. None where an
 * action did both, for that is no rule of the workflow.
 */
export function silentActions(states: readonly SeenState[]): readonly string[] {
  const pairs = pairsIn(withoutLists(states));
  const changed = pairs.filter((pair) => pair.isChanged);
  // Of two actions one may have undone the other.
  const unchanged = pairs.filter(({ isChanged, keys }) => !isChanged && new Set(keys).size === 1);
  const silent = new Set(unchanged.flatMap(({ keys }) => keys));
  const isExplained = changed.every(({ keys, hasFiles }) => hasFiles || keys.some((key) => !silent.has(key)));
  if (changed.length === 0 || !isExplained) return [];
  const traces = new Map(
    [...silent].map((key) => [
      key,
      new Set(unchanged.filter(({ keys }) => keys.includes(key)).map((one) => one.traceId)),
    ]),
  );
  return [...silent].filter((key) => (traces.get(key)?.size ?? 0) >= enough).sort();
}

/** The states without what they list as next: keys of actions and labels of groups, whatever the form. */
function withoutLists(states: readonly SeenState[]): readonly SeenState[] {
  const sent = states.flatMap(({ actions }) => actions);
  const words = new Set(sent.flatMap(({ actionKey, groupLabel }) => [actionKey, groupLabel]));
  const isWord = (value: Json): boolean => typeof value === "string" && words.has(value);
  const isEntry = (value: Json): boolean =>
    isWord(value) || (isJsonObject(value) && Object.values(value).some((own) => isWord(own) || isOfWords(own)));
  const isOfWords = (value: Json): boolean => {
    if (Array.isArray(value)) return value.length > 0 && (value as readonly Json[]).every(isEntry);
    return isJsonObject(value) && Object.entries(value).some(([key, own]) => words.has(key) || isOfWords(own));
  };
  const isList = (name: string): boolean => {
    const values = states.flatMap(({ state }) => (isJsonObject(state) ? (state[name] ?? []) : []));
    return values.some(isOfWords);
  };
  const names = new Set(states.flatMap(({ state }) => ownNames(state)));
  const lists = [...names].filter(isList).map((name) => [name]);
  return lists.length === 0 ? states : states.map((one) => ({ ...one, state: without(one.state, lists) }));
}

/**
 * Names of members that were sent and stand nowhere in any state, neither they nor their values, though each state shows
 * other members of the same data as they were sent.
 */
export function absentMembers(states: readonly SeenState[]): readonly string[] {
  const told = states.flatMap((seen) => {
    const first = seen.actions[0]?.data;
    return isJsonObject(seen.state) && isJsonObject(first) ? [{ ...seen, state: seen.state, first }] : [];
  });
  const shown = told.map((one) => ({ ...one, places: [...everyPlace(one.state, maxPlaces)] }));
  const isWhole =
    shown.length > 0 &&
    shown.every(({ places, first, actions }) =>
      places.some(({ path, value }) => {
        const name = path.at(-1) ?? "";
        if (!Object.hasOwn(first, name)) return false;
        return actions.some(({ data }) => hasMember(data, name) && sameJson(value, memberOf(data, name)));
      }),
    );
  if (!isWhole) return [];
  const sights = (name: string) =>
    shown.flatMap(({ actions, face, traceId, places }) => {
      const values = actions.flatMap(({ data }) =>
        isJsonObject(data) && Object.hasOwn(data, name) ? [data[name]] : [],
      );
      if (values.length === 0) return [];
      const isThere = places.some(
        ({ path, value }) => path.at(-1) === name || values.some((one) => isSame(one, value)),
      );
      return [{ face, traceId, isThere }];
    });
  const names = new Set(told.flatMap(({ actions }) => actions.flatMap(({ data }) => ownNames(data))));
  return [...names].sort().filter((name) => {
    const seen = sights(name);
    const isEverywhere = new Set(seen.map(({ face }) => face)).size === 2;
    return isEverywhere && new Set(seen.map((one) => one.traceId)).size >= enough && !seen.some((one) => one.isThere);
  });
}

/**
 * Names of members with texts or numbers that no state shows by this name as they were sent, though each state shows other members
 * of the same data so. A state may show a member of the name that has others within it.
 */
export function unnamedMembers(states: readonly SeenState[]): readonly string[] {
  const isScalar = (value: Json | undefined): boolean => typeof value === "string" || typeof value === "number";
  const sights = states.flatMap(({ state, actions, face, traceId }) => {
    const places = [...everyPlace(state, maxPlaces)];
    const sent = actions.flatMap(({ data }) => (isJsonObject(data) ? Object.entries(data) : []));
    const names = [...new Set(sent.flatMap(([name, value]) => (isScalar(value) ? [name] : [])))];
    const isNamed = (name: string): boolean =>
      places.some(
        ({ path, value }) => path.at(-1) === name && sent.some(([other, own]) => other === name && own === value),
      );
    return [{ face, traceId, names, named: names.filter(isNamed) }];
  });
  if (sights.length === 0 || sights.some(({ named }) => named.length === 0)) return [];
  return [...new Set(sights.flatMap(({ names }) => names))].sort().filter((name) => {
    const own = sights.filter(({ names }) => names.includes(name));
    const isEverywhere = new Set(own.map(({ face }) => face)).size === 2;
    const isOften = new Set(own.map(({ traceId }) => traceId)).size >= enough;
    return isEverywhere && isOften && !own.some(({ named }) => named.includes(name));
  });
}

/** A flag, or null, stands in many places by chance. */
function isSame(sent: Json | undefined, shown: Json): boolean {
  return (typeof sent === "string" || typeof sent === "number") && sent === shown;
}

/**
 * True where states hold the data of the first action and nothing of later ones, though each of them changes the state:
 * then it counts or sums them up. A state that no later action changes is another matter; some may leave it as it was.
 */
export function isOfTheFirstAlone(place: OpenPointValues["state-data"], states: readonly SeenState[]): boolean {
  const later = states.filter(({ actions }) => newMembers(actions).length > 0);
  const holdsFirstAlone = ({ state, actions }: SeenState): boolean => {
    const shown = dataOfState(state, place);
    const first = actions[0]?.data;
    if (!isJsonObject(shown) || !isJsonObject(first)) return false;
    const brought = newMembers(actions);
    // A later action may bring another value of such a member.
    const isOneOf = (name: string): boolean =>
      actions.some(({ data }) => hasMember(data, name) && sameJson(shown[name], memberOf(data, name)));
    return Object.keys(first).every(isOneOf) && !brought.some((name) => Object.hasOwn(shown, name));
  };
  if (later.length < 2 || !later.every(holdsFirstAlone)) return false;
  const silent = silentActions(states);
  const mayBeSame = (before: SeenState, { actions }: SeenState): boolean =>
    actions.slice(before.actions.length).every(({ actionKey }) => silent.includes(actionKey));
  return later.every((one) =>
    states.every((other) => !isBefore(other, one) || !sameJson(other.state, one.state) || mayBeSame(other, one)),
  );
}

/** Names of the members that only later actions brought. */
function newMembers([first, ...later]: SeenState["actions"]): readonly string[] {
  const names = isJsonObject(first?.data) ? new Set(Object.keys(first.data)) : new Set<string>();
  return later.flatMap(({ data }) => (isJsonObject(data) ? Object.keys(data).filter((name) => !names.has(name)) : []));
}

/** True for a state of the same trace with fewer actions. */
function isBefore({ actions: fewer }: SeenState, { actions: more }: SeenState): boolean {
  return fewer.length < more.length && fewer[0] !== undefined && sameJson(fewer[0].data, more[0]?.data);
}
