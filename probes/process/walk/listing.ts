/**
 * Finds the place where a state lists the actions that may come next, by comparing its content with the actions that
 * were tried.
 */
import { groupsOfListed, keyOfListed, listedIn, lists, type ListedAction } from "../../../spec/readings/listed-next.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../spec/json.ts";
import type { Account } from "../../../spec/vocabulary/script.ts";
import type { NextActions, Person, WorkflowDescription } from "../../../spec/vocabulary/target.ts";
import { genericPlaces } from "../../lib/generic-places.ts";
import type { SeenStep } from "../observations.ts";

/** Words in a member's name by which a list tells that it is about what may come next, and not about what was done. */
const speaksOfNext = /next|allow|avail|possib|permit|todo|pending|can|may|enabled|expect|await|option|transition/i;

/** Only so many places of a state are looked at: the list stands at one of the first. */
const maxPlaces = 400;

/**
 * The place whose lists agree with the trials: accepted actions were listed, refused ones were not. Undefined where no
 * place agrees, or where it could as well be a list of what was done.
 */
export function findListing(steps: readonly SeenStep[], workflow: WorkflowDescription): NextActions | undefined {
  return agreeing(steps, workflow)[0];
}

/**
 * The place that lists everything that was accepted, where the known one does not. A state may have several lists, e.g.
 * of all next actions and of the tasks among them; which is which shows once actions were accepted.
 */
export function wholerListing(
  steps: readonly SeenStep[],
  workflow: WorkflowDescription,
  known: NextActions,
): NextActions | undefined {
  const isTakenUnlisted = ({ state, tried }: SeenStep, listing: NextActions): boolean => {
    const listed = tried?.taken ? listedIn(state, listing) : undefined;
    return listed !== undefined && tried !== undefined && !lists(listed, { key: tried.key, groupLabel: tried.group });
  };
  if (!steps.some((step) => isTakenUnlisted(step, known))) return undefined;
  return agreeing(steps, workflow).find((one) => !steps.some((step) => isTakenUnlisted(step, one)));
}

/** The places that agree, best first. */
function agreeing(steps: readonly SeenStep[], workflow: WorkflowDescription): readonly NextActions[] {
  const found = new Map<string, NextActions>();
  for (const state of new Set(steps.map((step) => step.state))) {
    for (const listing of state === undefined ? [] : candidatesIn(state, workflow))
      found.set(JSON.stringify([listing.by, listing.key, listing.group, listing.path, listing.below]), listing);
  }
  const scored = [...found.values()].map((listing) => ({ listing, ...scoreOf(listing, steps, workflow) }));
  return scored
    .filter(({ agrees, contradicts, ofData, named, plain }) =>
      named
        ? agrees + ofData > contradicts || (agrees === 0 && ofData > 0 && ofData === contradicts)
        : plain && contradicts === ofData && agrees > 1 + ofData,
    )
    .toSorted((left, right) => right.agrees - right.contradicts - (left.agrees - left.contradicts))
    .map(({ listing }) => listing);
}

function candidatesIn(state: Json, { actions }: WorkflowDescription): readonly NextActions[] {
  const known: Known = {
    keys: new Set(actions.map(({ key }) => key)),
    groups: new Set(actions.map(({ groupLabel }) => groupLabel)),
  };
  return genericPlaces(state, new Set(), maxPlaces).flatMap(({ path, value }): readonly NextActions[] => {
    // What stands under the name of a group is about this group alone.
    const isOfOne = path.some((step) => step === "*" || step === "{*}" || known.groups.has(step));
    if (path.length === 0 || isOfOne) return [];
    const ways = Array.isArray(value)
      ? waysOfList(value, known)
      : isJsonObject(value)
        ? [...waysOfGroups(value, known), ...waysOfActions(value, known)]
        : [];
    return ways
      .filter((way) => listedIn(value, { ...way, path: [] })?.some(({ key }) => known.keys.has(key)))
      .map((way) => ({ path, ...way }));
  });
}

interface Known {
  readonly keys: ReadonlySet<string>;
  readonly groups: ReadonlySet<string>;
}
type Way = Omit<NextActions, "path">;

/**
 * Readings of a list: of texts, or of entries that name an action or several, maybe with the group and a flag whether
 * it may come.
 */
function waysOfList(list: readonly Json[], { keys, groups }: Known): readonly Way[] {
  const names = (value: Json, among: ReadonlySet<string>): boolean =>
    typeof value === "string"
      ? among.has(value)
      : Array.isArray(value) && value.some((one) => names(one as Json, among));
  const namesText = (value: Json, among: ReadonlySet<string>): boolean => typeof value === "string" && among.has(value);
  const ofKey = list.some((entry) => keyOfListed(entry) !== undefined)
    ? [{}]
    : membersOf(list, (value) => namesText(value, keys)).map((key) => ({ key }));
  const isUsual = list.some((entry) => groupsOfListed(entry)?.some((group) => groups.has(group)));
  const [group] = isUsual ? [] : membersOf(list, (value) => names(value, groups));
  const ofGroup = group === undefined ? {} : { group };
  const areAllNamed = list.every((entry) => groupsOfListed(entry, group) !== undefined);
  const isByEntry = areAllNamed && (isUsual || group !== undefined);
  return [
    ...membersOf(list, isFlag).flatMap((flag) =>
      ofKey.map((key): Way => ({ by: "entry", below: [flag], ...key, ...ofGroup })),
    ),
    ...ofKey.map((key): Way => (isByEntry ? { by: "entry", ...key, ...ofGroup } : { by: "all", ...key })),
    ...membersOf(list, Array.isArray)
      .filter((below) => below !== group)
      .map((below): Way => ({ by: "entry", below: [below], ...ofGroup })),
  ];
}

/** Readings of a map from groups to lists, or to objects that hold a list. */
function waysOfGroups(map: JsonObject, { groups }: Known): readonly Way[] {
  if (!Object.keys(map).some((group) => groups.has(group))) return [];
  return [
    { by: "group" },
    ...membersOf(Object.values(map), Array.isArray).map((below): Way => ({ by: "group", below: [below] })),
  ];
}

/** Readings of a map from actions to a flag whether they may come, or to the groups that may do them. */
function waysOfActions(map: JsonObject, { keys }: Known): readonly Way[] {
  const held = Object.entries(map);
  if (held.filter(([key]) => keys.has(key)).length * 2 < held.length) return [];
  const tells = (value: Json): boolean => isFlag(value) || Array.isArray(value);
  return [
    ...membersOf(Object.values(map), tells).map((below): Way => ({ by: "action", below: [below] })),
    { by: "action" },
  ];
}

const isFlag = (value: Json): boolean => typeof value === "boolean";

/** The names of members that have such a value in some entry. */
function membersOf(entries: readonly Json[], isOfKind: (value: Json) => boolean): readonly string[] {
  const held = entries.flatMap((value) => (isJsonObject(value) ? Object.entries(value) : []));
  return [...new Set(held.filter(([, value]) => isOfKind(value)).map(([member]) => member))];
}

/** Counts how often a place agrees with the trials, and whether it looks like a list of what may come next. */
function scoreOf(listing: NextActions, steps: readonly SeenStep[], { actions }: WorkflowDescription) {
  const onlyCreating = new Set(actions.filter(({ appends }) => !appends).map(({ key }) => key));
  let [agrees, contradicts, ofData, plain] = [0, 0, 0, true];
  for (const { state, tried } of steps) {
    const listed = listedIn(state, listing);
    if (!listed) continue;
    // A list of what was done names the creation, or the same action more than once.
    const names = listed.map(({ key, group = "" }) => JSON.stringify([group, key]));
    if (new Set(names).size < names.length || listed.some(({ key }) => onlyCreating.has(key))) plain = false;
    if (!tried) continue;
    if (lists(listed, { key: tried.key, groupLabel: tried.group }) === tried.taken) agrees += 1;
    else {
      contradicts += 1;
      // A listed action may still be refused for its data.
      if (tried.mayBeData) ofData += 1;
    }
  }
  // A map from groups to actions can only say what each may do, whatever its name.
  return { agrees, contradicts, ofData, plain, named: plain && (listing.by === "group" || isNamedAsNext(listing)) };
}

function isNamedAsNext({ path, below = [] }: NextActions): boolean {
  return [path.at(-1), below.at(-1)].some((member) => member !== undefined && speaksOfNext.test(member));
}

/** The first state, with everything that any of the states lists. */
export function withAllListed(states: readonly Json[], listing: NextActions): Json {
  const [first = null] = states;
  const listed = states.map((state) => listedIn(state, listing) ?? []);
  const named = new Map(listed.flat().map((one) => [JSON.stringify([one.group, one.key]), one]));
  if (named.size <= new Set((listed[0] ?? []).map(({ group, key }) => JSON.stringify([group, key]))).size) return first;
  return withAt(first, listing.path, asListed([...named.values()], listing));
}

/** Lists actions in the form of this place. */
function asListed(
  all: readonly ListedAction[],
  { by, below = [], key = "key", group: member = "group" }: NextActions,
): Json {
  const ofGroup = (group: string | undefined): JsonObject => (group ? { [member]: group } : {});
  if (by === "all") return all.map((one) => (key === "key" ? one.key : { [key]: one.key }));
  if (by === "action")
    return Object.fromEntries(
      [...Map.groupBy(all, (one) => one.key)].map(([one, own]) => {
        const groups = own.flatMap(({ group }) => group ?? []);
        return [one, withAt(null, below, groups.length > 0 ? groups : true)];
      }),
    );
  if (by === "entry" && below.length === 0) return all.map((one) => ({ [key]: one.key, ...ofGroup(one.group) }));
  const byGroup = Map.groupBy(all, ({ group = "" }) => group);
  const keysOf = (own: readonly ListedAction[]): Json => own.map((one) => one.key);
  if (by === "entry") return [...byGroup].map(([group, own]) => withAt(ofGroup(group), below, keysOf(own)));
  return Object.fromEntries(
    [...byGroup].map(([group, own]): [string, Json] => [group, withAt(null, below, keysOf(own))]),
  );
}

function withAt(container: Json, path: readonly string[], value: Json): Json {
  const [member, ...rest] = path;
  if (member === undefined) return value;
  const own = isJsonObject(container) ? container : {};
  return { ...own, [member]: withAt(Object.hasOwn(own, member) ? (own[member] ?? null) : null, rest, value) };
}

/** At most so many users are asked what they may do next, besides the first. */
const maxReaders = 4;

/** The users who may read, without the first. */
export function otherReaders(people: readonly Person[] = []): readonly Account[] {
  const [, ...others] = people.filter(({ may }) => may.includes("read"));
  return others.map(({ account }) => account).slice(0, maxReaders);
}
