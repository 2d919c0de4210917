/** Finds states that hold data of some actions elsewhere than those of others, so that no single place shows all. */
import { hasMember, isJsonObject, type Json, memberOf, ownNames } from "../../spec/json.ts";
import { partsOf } from "../../spec/open-points/state-folds.ts";
import { sameJson } from "../../spec/readings/equal.ts";
import { faces } from "../../spec/operations.ts";
import { everyPlace, valuesAt } from "../../spec/readings/path.ts";
import { dataOfState } from "../../spec/readings/state-data.ts";
import { foldState } from "../../spec/readings/state-fold.ts";
import type { JsonPath, OpenPointValues } from "../../spec/vocabulary/profile.ts";
import { countText, pathText } from "../lib/wording.ts";
import { namesIn } from "./state-places.ts";
import type { KnownAction } from "./known-traces.ts";
import type { SeenState } from "./states.ts";

type Value = OpenPointValues["state-data"];

/** At most so many places of a state are looked at. */
const maxPlaces = 500;
/** At most so many neighbours of a place are looked at. */
const maxBeside = 60;

/** Why this place or rule holds for some actions only; undefined where nothing says so. */
export function heldApart(winner: Value, states: readonly SeenState[], count: number): string | undefined {
  const { path, fold } = winner;
  if (partsOf(fold).rule === "list" && count < states.length)
    return `The state has a list of the data of actions, but only ${countText(count, "state")} of ${String(states.length)} all of them in order.`;
  if (path && count < states.length && isOfTheLastAlone(winner, states))
    return `The state holds at ${pathText(path)} the data of the last action alone, under its name.`;
  const numbered = path && count < states.length ? numberedStep(path, states) : undefined;
  if (numbered !== undefined) return `The state holds the data of each action apart, one of them at ${numbered}.`;
  const alone = path && count < states.length && emptyBeside(winner, states);
  if (alone) return "The state holds the data of some actions in another place than those of others.";
  if (path && count < states.length && isOfSomeActions(winner, states))
    return `The state holds at ${pathText(path)} what some of the actions brought, and computes the rest.`;
  if (path && count < states.length && isScattered(winner, states))
    return `The state holds members of the data in several places, one of them ${pathText(path)}.`;
  if (path && count === 0 && areAllNamed(winner, states))
    return "The state has members by the names of the data in several places, and computes them.";
  const names = namesIn(states);
  const named = path?.find((step) => {
    if (names.has(step)) return count < states.length;
    return step.split(/[^\p{L}\p{N}]+/u).some((word) => names.has(word));
  });
  return named === undefined ? undefined : `What the state holds at ${named} depends on the action that brought it.`;
}

/** True where the state holds only the data of the last action, under its name, in each state of both faces. */
function isOfTheLastAlone(reading: Value, states: readonly SeenState[]): boolean {
  const { container } = partsOf(reading.fold);
  if (container === undefined) return false;
  const nameOf = ({ actionKey, groupLabel }: KnownAction): string => (container === "action" ? actionKey : groupLabel);
  const isLast = ({ state, actions }: SeenState): boolean => {
    const [shown, last] = [dataOfState(state, reading), actions.at(-1)];
    const names = new Set(actions.map(nameOf));
    if (!last || !isJsonObject(shown)) return false;
    const own = Object.keys(shown).filter((name) => names.has(name));
    return own.length === 1 && own[0] === nameOf(last) && sameJson(shown[nameOf(last)], last.data);
  };
  const several = states.filter(({ actions }) => new Set(actions.map(nameOf)).size > 1);
  return faces.every((face) => several.some((one) => one.face === face)) && states.every(isLast);
}

/** The step of the path that contains a number: under other numbers beside it stand the data of other actions. */
function numberedStep(path: JsonPath, states: readonly SeenState[]): string | undefined {
  return path.find(
    (step, at) =>
      /\d/.test(step) &&
      states.some(({ state, actions }) => {
        const [parent] = valuesAt(state, path.slice(0, at));
        const others = isJsonObject(parent) ? Object.entries(parent).slice(0, maxBeside) : [];
        return others.some(([key, value]) => {
          const [shown] = valuesAt(value, path.slice(at + 1));
          return key !== step && /\d/.test(key) && actions.some(({ data }) => sameJson(shown, data));
        });
      }),
  );
}

/** True where some state has nothing at the place, but the data of an action beside it, e.g. under another name. */
function emptyBeside(reading: Value, states: readonly SeenState[]): boolean {
  const path = reading.path ?? [];
  return states.some(
    ({ state, actions }) =>
      dataOfState(state, reading) === undefined &&
      path.some((_, at) => {
        const [parent] = valuesAt(state, path.slice(0, at));
        const others = isJsonObject(parent) ? Object.values(parent).slice(0, maxBeside) : [];
        const shown = others.flatMap((other) => valuesAt(other, path.slice(at + 1)).slice(0, 1));
        return shown.some((document) => actions.some(({ data }) => sameJson(document, data)));
      }),
  );
}

/**
 * True where the place is filled from certain actions on and empty before, and each state without it shows data of
 * other actions elsewhere. A state that shows none of them has lost them. One face may have been read only after such
 * an action.
 */
function isOfSomeActions(reading: Value, states: readonly SeenState[]): boolean {
  const shown = states.map((seen) => ({ ...seen, data: dataOfState(seen.state, reading) }));
  const without = shown.filter(({ data }) => isBlank(data));
  if (without.length === 0) return false;
  const keys = new Set(
    shown.flatMap(({ data, actions }) => actions.filter((one) => sameJson(one.data, data)).map((one) => one.actionKey)),
  );
  const isDone = ({ actions }: SeenState): boolean => actions.some(({ actionKey }) => keys.has(actionKey));
  return keys.size > 0 && shown.every((one) => isDone(one) !== isBlank(one.data)) && without.every(showsSomethingSent);
}

/**
 * True where each member that the place lacks stands elsewhere in the state, with its name and value, in each state of
 * both faces. What is shown nowhere is lost.
 */
function isScattered(reading: Value, states: readonly SeenState[]): boolean {
  const lacking = states.map(({ face, state, actions }) => {
    const [shown, wanted] = [dataOfState(state, reading), foldState(reading.fold, actions)];
    const own = isJsonObject(shown) ? shown : {};
    const members = Object.entries(isJsonObject(wanted) ? wanted : {});
    const left = members.filter(([name]) => !Object.hasOwn(own, name));
    // A member with another value is not one that moved elsewhere.
    const isOtherwise = members.some(([name, value]) => Object.hasOwn(own, name) && !sameJson(own[name], value));
    const places = [...everyPlace(state, maxPlaces, { intoLists: false })];
    const isElsewhere = ([name, value]: (typeof left)[number]): boolean =>
      places.some((place) => place.path.at(-1) === name && sameJson(place.value, value));
    return { face, left: left.length, isShown: !isOtherwise && left.every(isElsewhere) };
  });
  if (!lacking.every(({ isShown }) => isShown)) return false;
  return faces.every((face) => lacking.some((one) => one.face === face && one.left > 0));
}

/**
 * True where no state has the data at the place, and each member that it lacks stands elsewhere by its name, perhaps
 * computed, e.g. summed, in each state of both faces.
 */
function areAllNamed(reading: Value, states: readonly SeenState[]): boolean {
  const lacking = states.map(({ face, state, actions }) => {
    const [shown, wanted] = [dataOfState(state, reading), foldState(reading.fold, actions)];
    const left = ownNames(wanted).filter((name) => !hasMember(shown, name));
    // A member with another value was lost there.
    const isOtherwise = ownNames(shown).some(
      (name) => hasMember(wanted, name) && !sameJson(memberOf(shown, name), memberOf(wanted, name)),
    );
    const named = new Set([...everyPlace(state, maxPlaces, { intoLists: false })].map(({ path }) => path.at(-1)));
    return { face, left: left.length, areNamed: !isOtherwise && left.every((name) => named.has(name)) };
  });
  if (!lacking.every(({ areNamed }) => areNamed)) return false;
  return faces.every((face) => lacking.some((one) => one.face === face && one.left > 0));
}

/** True for a place that is absent or empty. */
const isBlank = (data: Json | undefined): boolean =>
  data === undefined || data === null || (isJsonObject(data) && Object.keys(data).length === 0);

/** True where the state shows some text or number of an action. */
function showsSomethingSent({ state, actions }: SeenState): boolean {
  const shown = new Set([...everyPlace(state, maxPlaces)].map(({ value }) => value).filter(isTelling));
  return actions.some(({ data }) => [...everyPlace(data, maxPlaces)].some(({ value }) => shown.has(value)));
}

/** Short texts and small numbers occur in many places by chance. */
const isTelling = (value: Json): boolean =>
  (typeof value === "string" && value.length > 3) || (typeof value === "number" && value > 100);
