/**
 * What a state lists as the actions that may come next. Lists come in many forms: texts, entries that name an action and who may
 * do it, maps from groups to either, maps from actions to whether they may come or to who may do them.
 */
import { getOwn, isJsonObject, type Json, type JsonObject } from "../json.ts";
import { readingOf, type Profile } from "../vocabulary/profile.ts";
import type { ActionDescription, NextActions, WorkflowDescription } from "../vocabulary/target.ts";
import { valuesAt } from "./path.ts";

/** A pair of a group and an action key that a state lists as next; without a group where the list is for all. */
export interface ListedAction {
  readonly key: string;
  readonly group?: string;
}

/** Where the state lists what may come next, if it does: as the configuration says, or as it was observed. */
export function listingOf(profile: Profile, workflow: WorkflowDescription | undefined): NextActions | undefined {
  const reading = readingOf(profile, "action-gating");
  if (workflow?.nextActions) return workflow.nextActions;
  if (reading?.gating !== "listed" || !reading.path) return undefined;
  if (workflow && Object.hasOwn(reading.lists ?? {}, workflow.id)) return reading.lists?.[workflow.id];
  if (workflow && reading.listsNone?.includes(workflow.id)) return undefined;
  const { path, by = "group", below, key, group } = reading;
  return {
    path,
    by,
    ...(below ? { below } : {}),
    ...(key === undefined ? {} : { key }),
    ...(group === undefined ? {} : { group }),
  };
}

/** What a state lists as next; undefined where nothing like a list stands at the place. */
export function listedIn(state: Json | undefined, listing: NextActions): readonly ListedAction[] | undefined {
  const { path, by, below = [] } = listing;
  const [value] = state === undefined ? [] : valuesAt(state, path);
  if (by === "all") return keysIn(value, listing)?.map((key) => ({ key }));
  if (by === "entry")
    return Array.isArray(value) ? whole(value.map((entry) => inEntry(entry as Json, listing))) : undefined;
  if (!isJsonObject(value)) return undefined;
  if (by === "action") return whole(Object.entries(value).map(([key, held]) => forAction(key, heldAt(held, below))));
  return whole(
    Object.entries(value).map(([group, held]) =>
      keysIn(heldAt(held, below, []), listing)?.map((key) => ({ key, group })),
    ),
  );
}

/** All of the lists as one; undefined where one of them is none. */
function whole<Entry>(lists: readonly (readonly Entry[] | undefined)[]): readonly Entry[] | undefined {
  return lists.every((list) => list !== undefined) ? lists.flat() : undefined;
}

const heldAt = (held: Json, below: readonly string[], absent: Json = false): Json =>
  below.length > 0 && isJsonObject(held) ? (valuesAt(held, below)[0] ?? absent) : held;

/** An entry of one action, or of a desk and of what the desk may do, or of one action and whether it may come. */
function inEntry(entry: Json, listing: NextActions): readonly ListedAction[] | undefined {
  const { below } = listing;
  const groups = groupsOfListed(entry, listing.group);
  const key = keyOfListed(entry, listing.key);
  if (!below) return key === undefined ? undefined : forGroups(key, groups);
  const [held] = valuesAt(entry, below);
  if (typeof held === "boolean" && key !== undefined) return held ? forGroups(key, groups) : [];
  return keysIn(held, listing)?.flatMap((one) => forGroups(one, groups));
}

/** What a map says of an action by what it holds for it: no more than whether it may come, or who may do it. */
function forAction(key: string, held: Json): readonly ListedAction[] {
  if (held === null || held === false) return [];
  return forGroups(key, Array.isArray(held) ? textsIn(held as readonly Json[]) : groupsOfListed(held));
}

const forGroups = (key: string, groups: readonly string[] | undefined): readonly ListedAction[] =>
  groups?.map((group) => ({ key, group })) ?? [{ key }];

/**
 * The groups that an entry of a list names; undefined where it names none.
 * @param member the name of the member that names them; absent: any of those that are usual
 */
export function groupsOfListed(entry: Json | undefined, member?: string): readonly string[] | undefined {
  if (!isJsonObject(entry)) return undefined;
  const named = firstOf(entry, member === undefined ? ["groupLabel", "group", "groups", "groupLabels"] : [member]);
  if (typeof named === "string") return [named];
  return Array.isArray(named) ? textsIn(named as readonly Json[]) : undefined;
}

const firstOf = (entry: JsonObject, members: readonly string[]): Json | undefined =>
  members.map((member) => getOwn(entry, member)).find((value) => value != null);

const textsIn = (list: readonly Json[]): readonly string[] | undefined =>
  list.every((one) => typeof one === "string") ? list : undefined;

/** The keys in a list of texts, or of objects that carry one, or in a map from keys to whether they may come. */
function keysIn(value: Json | undefined, { key: member }: NextActions): readonly string[] | undefined {
  if (isJsonObject(value)) {
    const flags = Object.entries(value);
    return flags.every(([, may]) => typeof may === "boolean")
      ? flags.flatMap(([key, may]) => (may === true ? [key] : []))
      : undefined;
  }
  if (!Array.isArray(value)) return undefined;
  return whole(
    (value as readonly Json[]).map((entry) => {
      const key = keyOfListed(entry, member);
      return key === undefined ? undefined : [key];
    }),
  );
}

/**
 * The key of the action that an entry of a list names.
 * @param member the name of the member that holds it; absent: any of those that are usual
 */
export function keyOfListed(entry: Json, member?: string): string | undefined {
  if (typeof entry === "string") return entry;
  const named = isJsonObject(entry)
    ? firstOf(entry, member === undefined ? ["actionKey", "key", "action"] : [member])
    : undefined;
  return typeof named === "string" ? named : undefined;
}

/** True where the list names the action, for its group or for all. */
export function lists(
  listed: readonly ListedAction[],
  { key, groupLabel }: Pick<ActionDescription, "key" | "groupLabel">,
): boolean {
  return listed.some((one) => one.key === key && (one.group === undefined || one.group === groupLabel));
}
