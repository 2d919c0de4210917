import { partsOf } from "../open-points/state-folds.ts";
import { isJsonObject, type Json, type JsonObject } from "../json.ts";
import { readingOf, type OpenPointValues, type Profile } from "../vocabulary/profile.ts";
import { isWildcard, placesAt } from "./path.ts";
import { decodeText } from "./text-encoding.ts";

/** How the states of a workflow show the data of its actions: those of one may be computed, while others show what was sent. */
export function stateReadingOf(
  profile: Profile,
  workflow: { readonly id: string } | undefined,
): OpenPointValues["state-data"] | undefined {
  return ofWorkflow(readingOf(profile, "state-data"), workflow);
}

/** What of the reading holds for the states of one workflow. */
export function ofWorkflow(
  reading: OpenPointValues["state-data"] | undefined,
  workflow: { readonly id: string } | undefined,
): OpenPointValues["state-data"] | undefined {
  const { workflows = {} } = reading ?? {};
  return workflow && Object.hasOwn(workflows, workflow.id) ? workflows[workflow.id] : reading;
}

/** The readings of all workflows. */
export function stateReadingsOf(profile: Profile): readonly OpenPointValues["state-data"][] {
  const reading = readingOf(profile, "state-data");
  return reading ? [reading, ...Object.values(reading.workflows ?? {})] : [];
}

/**
 * The data that a state shows, by the reading; undefined where it shows none. A path with `*` gives the list of all
 * that it leads to, and one with `{*}` all of them by their keys, or their list, as the fold predicts; with two, lists by the
 * keys of the first.
 */
export function dataOfState(state: Json, reading: OpenPointValues["state-data"]): Json | undefined {
  if (reading.path === null) return undefined;
  const { rule, container } = partsOf(reading.fold);
  const places = placesAt(state, reading.path).map(({ key = "", path, value }) => ({
    key,
    path,
    value: decodeText(value, reading.encoding),
  }));
  const isKeyed = container !== undefined && reading.path.includes("{*}");
  const [first, second] = [reading.path.indexOf("{*}"), reading.path.lastIndexOf("{*}")];
  if (isKeyed && rule === "list" && second > first) {
    if (places.length === 0 || places.some(({ value }) => value === undefined)) return undefined;
    const lists = Map.groupBy(places, ({ path }) => path[first] ?? "");
    return Object.fromEntries([...lists].map(([key, all]) => [key, all.map(({ value }) => value as Json)]));
  }
  if (!isKeyed && !(rule === "list" && reading.path.some(isWildcard))) return lastOfListed(places[0]?.value, reading);
  if (places.some(({ value }) => value === undefined)) return undefined;
  if (isKeyed && places.length === 0) return undefined;
  return isKeyed
    ? lastOfListed(Object.fromEntries(places.map(({ key, value }) => [key, value as Json])), reading)
    : places.map(({ value }) => value as Json);
}

/** The actions of which the state shows what they bring: without those whose data it passes over. */
export function notPassedOver<Action extends { readonly actionKey: string }>(
  { passedOver = [] }: OpenPointValues["state-data"],
  actions: readonly Action[],
): readonly Action[] {
  return passedOver.length === 0 ? actions : actions.filter(({ actionKey }) => !passedOver.includes(actionKey));
}

/** Of the actions that are kept in a list, the last one, as of all others. */
function lastOfListed(data: Json | undefined, { listed }: OpenPointValues["state-data"]): Json | undefined {
  if (!listed || !isJsonObject(data)) return data;
  const lastOf = (value: Json): Json => (Array.isArray(value) ? ((value.at(-1) as Json | undefined) ?? value) : value);
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => [key, listed.includes(key) ? lastOf(value) : value]),
  );
}

/**
 * Where the members of the target's own stand: beside the data, or, where these stand in no place of their own, in the
 * state, or in the object that it has for state data.
 */
export function ownDataOfState(state: Json, reading: OpenPointValues["state-data"]): Json | undefined {
  if (reading.path !== null || !isJsonObject(state)) return dataOfState(state, reading);
  return isJsonObject(state["data"]) ? state["data"] : state;
}

/** The levels of a state that shows the data in no place of their own: itself, and the object that it has for state data. */
export const levelsOfHidden = (state: Json): readonly JsonObject[] =>
  [state, isJsonObject(state) ? state["data"] : undefined].filter(isJsonObject);
