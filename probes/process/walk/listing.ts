/** Finds where a state lists the actions that may come next, by what stands there. */
import { groupsOfListed, listedIn, lists, type ListedAction } from "../../../spec/readings/process.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../spec/json.ts";
import type { Account } from "../../../spec/vocabulary/script.ts";
import type { NextActions, Person, WorkflowDescription } from "../../../spec/vocabulary/target.ts";
import { genericPlaces } from "../../lib/generic-places.ts";
import { pathKey } from "../../lib/generic-path.ts";
import type { SeenStep } from "../observations.ts";

/** Words in a member's name by which a list says that it is of what may come, not of what was done. */
const speaksOfNext = /next|allow|avail|possib|permit|todo|can|may/i;

/** However many places a state has: the list stands at one of the first. */
const maxPlaces = 400;

/**
 * The place whose lists agree with what was tried: what was taken was listed, what was refused was not. Undefined where
 * none does, or where nothing tells it from a list of what was done.
 */
export function findListing(steps: readonly SeenStep[], workflow: WorkflowDescription): NextActions | undefined {
  const found = new Map<string, NextActions>();
  for (const state of new Set(steps.map((step) => step.state))) {
    for (const listing of state === undefined ? [] : candidatesIn(state, workflow))
      found.set(`${listing.by} ${pathKey([...listing.path, "", ...(listing.below ?? [])])}`, listing);
  }
  const scored = [...found.values()].map((listing) => ({ listing, ...scoreOf(listing, steps, workflow) }));
  return scored
    .filter(({ agrees, contradicts, ofData, named, plain }) =>
      named ? agrees > contradicts - ofData : plain && contradicts === 0 && agrees > 1,
    )
    .toSorted((left, right) => right.agrees - right.contradicts - (left.agrees - left.contradicts))[0]?.listing;
}

function candidatesIn(state: Json, { actions }: WorkflowDescription): readonly NextActions[] {
  const keys = new Set(actions.map(({ key }) => key));
  const groups = new Set(actions.map(({ groupLabel }) => groupLabel));
  return genericPlaces(state, new Set(), maxPlaces).flatMap(({ path, value }): readonly NextActions[] => {
    if (path.length === 0 || path.includes("*") || path.includes("{*}")) return [];
    if (Array.isArray(value)) {
      // What stands under the name of a group is the list of this group alone.
      if (groups.has(path.at(-1) ?? "")) return [];
      const listed = listedIn(value, { path: [], by: "all" });
      const named = value.map((entry) => groupsOfListed(entry as Json));
      const isByEntry = named.every((one) => one !== undefined) && named.flat().some((group) => groups.has(group));
      if (listed?.some(({ key }) => keys.has(key))) return [{ path, by: isByEntry ? "entry" : "all" }];
      const inEntries = belowEntries(value).map((below): NextActions => ({ path, by: "entry", below }));
      return inEntries.filter((way) => listedIn(value, { ...way, path: [] })?.some(({ key }) => keys.has(key)));
    }
    if (!isJsonObject(value) || !Object.keys(value).some((group) => groups.has(group))) return [];
    const ways: readonly NextActions[] = [
      { path, by: "group" },
      ...belowGroups(value).map((below) => ({ path, by: "group", below }) as const),
    ];
    return ways.filter((way) => listedIn(value, { ...way, path: [] })?.some(({ key }) => keys.has(key)));
  });
}

/** The members with lists of what a map holds for its groups. */
const belowGroups = (map: JsonObject): readonly (readonly string[])[] => belowEntries(Object.values(map));

/** The members of entries in which lists stand. */
function belowEntries(entries: readonly Json[]): readonly (readonly string[])[] {
  const held = entries.flatMap((value) => (isJsonObject(value) ? Object.entries(value) : []));
  return [...new Set(held.filter(([, value]) => Array.isArray(value)).map(([member]) => member))].map((member) => [
    member,
  ]);
}

function scoreOf(listing: NextActions, steps: readonly SeenStep[], { actions }: WorkflowDescription) {
  const onlyCreating = new Set(actions.filter(({ appends }) => !appends).map(({ key }) => key));
  let [agrees, contradicts, ofData, plain] = [0, 0, 0, true];
  for (const { state, tried } of steps) {
    const listed = listedIn(state, listing);
    if (!listed) continue;
    // A list of what was done names the creation, and the same action more than once.
    const names = listed.map(({ key, group = "" }) => JSON.stringify([group, key]));
    if (new Set(names).size < names.length || listed.some(({ key }) => onlyCreating.has(key))) plain = false;
    if (!tried) continue;
    if (lists(listed, { key: tried.key, groupLabel: tried.group }) === tried.taken) agrees += 1;
    else {
      contradicts += 1;
      // What a list names may still be refused for its data.
      if (tried.mayBeData) ofData += 1;
    }
  }
  return { agrees, contradicts, ofData, plain, named: plain && isNamedAsNext(listing) };
}

function isNamedAsNext({ path, below = [] }: NextActions): boolean {
  return [path.at(-1), below.at(-1)].some((member) => member !== undefined && speaksOfNext.test(member));
}

/** The first state, with what any of them lists; the first itself where it lists all of that. */
export function withAllListed(states: readonly Json[], listing: NextActions): Json {
  const [first = null] = states;
  const listed = states.map((state) => listedIn(state, listing) ?? []);
  const named = new Map(listed.flat().map((one) => [JSON.stringify([one.group, one.key]), one]));
  if (named.size <= new Set((listed[0] ?? []).map(({ group, key }) => JSON.stringify([group, key]))).size) return first;
  return withAt(first, listing.path, asListed([...named.values()], listing));
}

function asListed(all: readonly ListedAction[], { by, below = [] }: NextActions): Json {
  if (by === "all") return all.map(({ key }) => key);
  if (by === "entry" && below.length === 0)
    return all.map(({ key, group }) => ({ key, ...(group === undefined ? {} : { group }) }));
  const byGroup = Map.groupBy(all, ({ group = "" }) => group);
  if (by === "entry")
    return [...byGroup].map(([group, own]) => {
      const keys = own.map(({ key }) => key);
      return withAt(group === "" ? {} : { group }, below, keys);
    });
  const lists = [...byGroup].map(([group, own]): [string, Json] => {
    const keys = own.map(({ key }) => key);
    return [group, withAt(null, below, keys)];
  });
  return Object.fromEntries(lists);
}

function withAt(container: Json, path: readonly string[], value: Json): Json {
  const [member, ...rest] = path;
  if (member === undefined) return value;
  const own = isJsonObject(container) ? container : {};
  return { ...own, [member]: withAt(Object.hasOwn(own, member) ? (own[member] ?? null) : null, rest, value) };
}

/** However many users there are: so many are asked what they may do next, besides the first. */
const maxReaders = 4;

/** Those who may read, the first of them left out. */
export function otherReaders(people: readonly Person[] = []): readonly Account[] {
  const [, ...others] = people.filter(({ may }) => may.includes("read"));
  return others.map(({ account }) => account).slice(0, maxReaders);
}
