/**
 * Finds out what a computed state shows of the actions: members that it never shows, actions that never change it, and
 * whether later actions only change what the first one sent.
 */
import { sameJson } from "../../spec/readings/equal.ts";
import { everyPlace, without } from "../../spec/readings/path.ts";
import { dataOfState } from "../../spec/readings/state-data.ts";
import { hasMember, isJsonObject, type Json, memberOf, ownNames } from "../../spec/json.ts";
import type { OpenPointValues } from "../../spec/vocabulary/profile.ts";
import type { SeenState } from "./states.ts";

/** On so many traces, and through both faces, something must show. */
const enough = 2;
/** At most so many places of a state are looked at. */
const maxPlaces = 500;

/** Two consecutive states of a trace through one face. */
interface Pair {
  readonly traceId: string;
  readonly isChanged: boolean;
  /** The keys of the actions in between. */
  readonly keys: readonly string[];
  /** True where one of them sent files, which a state may list. */
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
 * Keys of actions that never changed the state, while others changed it each time. None where an action did both, as
 * that is no rule.
 */
export function silentActions(states: readonly SeenState[]): readonly string[] {
  const pairs = pairsIn(withoutLists(states));
  const changed = pairs.filter((pair) => pair.isChanged);
  // Two different actions may undo each other.
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

/** The states without lists of what may come next, which consist of keys of actions and labels of groups. */
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
 * Names of members that no state shows, neither by name nor by value, though each state shows other members of the same
 * data as they were sent.
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
 * Names of members with texts or numbers that no state shows by name as they were sent, though each state shows other
 * members so. An object of that name may be shown.
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

/** Flags and nulls occur in many places by chance. */
function isSame(sent: Json | undefined, shown: Json): boolean {
  return (typeof sent === "string" || typeof sent === "number") && sent === shown;
}

/**
 * True where states show the data of the first action and none of later ones, though each later one changes the state,
 * e.g. it counts them. Actions that never change the state are allowed in between.
 */
export function isOfTheFirstAlone(place: OpenPointValues["state-data"], states: readonly SeenState[]): boolean {
  const later = states.filter(({ actions }) => newMembers(actions).length > 0);
  const holdsFirstAlone = ({ state, actions }: SeenState): boolean => {
    const shown = dataOfState(state, place);
    const first = actions[0]?.data;
    if (!isJsonObject(shown) || !isJsonObject(first)) return false;
    const brought = newMembers(actions);
    // A later action may change a member of the first.
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

/** Names of members that only later actions sent. */
function newMembers([first, ...later]: SeenState["actions"]): readonly string[] {
  const names = isJsonObject(first?.data) ? new Set(Object.keys(first.data)) : new Set<string>();
  return later.flatMap(({ data }) => (isJsonObject(data) ? Object.keys(data).filter((name) => !names.has(name)) : []));
}

/** True for a state of the same trace with fewer actions. */
function isBefore({ actions: fewer }: SeenState, { actions: more }: SeenState): boolean {
  return fewer.length < more.length && fewer[0] !== undefined && sameJson(fewer[0].data, more[0]?.data);
}
