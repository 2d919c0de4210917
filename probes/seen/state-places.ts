/** Lists where the data of actions may stand in states, and by which rule. */
import { partsOf } from "../../spec/open-points/state-folds.ts";
import {
  stateFolds,
  type JsonPath,
  type OpenPointValues,
  type StateFold,
  type TextEncoding,
} from "../../spec/vocabulary/profile.ts";
import { encodingOf } from "../lib/encoding-of.ts";
import { pathKey } from "../lib/generic-path.ts";
import { genericPlaces } from "../lib/generic-places.ts";
import type { SeenState } from "./states.ts";

type Value = OpenPointValues["state-data"];

/** At most so many places of a state. */
const maxPlaces = 60;

/** The keys and group labels of all actions. */
export function namesIn(states: readonly SeenState[]): ReadonlySet<string> {
  return new Set(
    states.flatMap(({ actions }) => actions.flatMap(({ actionKey, groupLabel }) => [actionKey, groupLabel])),
  );
}

/** Every place with every rule that may explain it, the likelier first. */
export function candidates(states: readonly SeenState[]): readonly Value[] {
  const names = namesIn(states);
  const places = placesOf(states, new Set());
  // Below names of actions, or numbers, stand the data of one action each.
  const single = new Set(places.map(({ path }) => pathKey(path)));
  const apart = placesOf(states, new Set([...names, ...numbersIn(states)]));
  const below = apart.filter(({ path }) => path.includes("{*}") && !single.has(pathKey(path)));
  const values = stateFolds.flatMap((fold) => [
    ...places.flatMap((place): Value[] => (suits(fold, place.path) ? [{ ...place, fold, exact: true }] : [])),
    ...below.flatMap((place): Value[] =>
      isForSeveral(fold) && suits(fold, place.path) ? [{ ...place, fold, exact: true }] : [],
    ),
  ]);
  // If all actions are of one group, the place under its label looks like an ordinary place. Then a rule by group comes
  // first, as it holds for other groups too.
  const named = ({ path }: Value) => path?.some((step) => names.has(step)) ?? false;
  return [...values.filter((value) => !named(value)), ...values.filter(named)];
}

interface DataPlace {
  readonly path: JsonPath;
  readonly encoding: TextEncoding;
}

/** The paths of documents or lists in the states, the shorter first. */
function placesOf(states: readonly SeenState[], names: ReadonlySet<string>): readonly DataPlace[] {
  const places = new Map<string, DataPlace>();
  for (const { state } of states) {
    for (const { path, value } of genericPlaces(state, names)) {
      const encoding = Array.isArray(value) ? "json" : encodingOf(value);
      if (encoding) places.set(`${encoding} ${pathKey(path)}`, { path, encoding });
    }
  }
  return [...places.values()].toSorted((left, right) => rank(left) - rank(right)).slice(0, maxPlaces);
}

/** Keys that end in a number and hold objects. */
function numbersIn(states: readonly SeenState[]): readonly string[] {
  return states.flatMap(({ state }) =>
    genericPlaces(state).flatMap(({ key, value }) =>
      key !== undefined && /^\D*\d{1,6}$/.test(key) && encodingOf(value) ? [key] : [],
    ),
  );
}

function isForSeveral(fold: StateFold): boolean {
  const { container, rule } = partsOf(fold);
  return container !== undefined || rule === "list";
}

/** A path over all elements of an array shows a list, which only one rule predicts. */
function suits(fold: StateFold, path: JsonPath): boolean {
  return !path.includes("*") || fold === "list-of-actions";
}

function rank({ path, encoding }: DataPlace): number {
  return path.length + (encoding === "json" ? 0 : 100);
}
