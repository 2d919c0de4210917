/** Whether a trace matches search filters, as far as the profile tells. */
import { partsOf } from "../../../spec/open-points/state-folds.ts";
import { sameJson } from "../../../spec/readings/equal.ts";
import { withoutCleared } from "../../../spec/readings/cleared-members.ts";
import { withoutFilled } from "../../../spec/readings/filled-members.ts";
import { everyPlace, valuesAt } from "../../../spec/readings/path.ts";
import { placeOfKey, searchKeysOf, type WorkflowKeys } from "../../../spec/readings/search-keys.ts";
import { notPassedOver, stateReadingOf } from "../../../spec/readings/state-data.ts";
import { statePartsAfter } from "../../../spec/readings/state-parts.ts";
import { foldState, type FoldedAction } from "../../../spec/readings/state-fold.ts";
import { isJsonObject, type Json, type JsonObject, memberOf } from "../../../spec/json.ts";
import { type JsonPath, readingOf, type OpenPointValues, type Profile } from "../../../spec/vocabulary/profile.ts";

type StateReading = OpenPointValues["state-data"];

export type Match = "all" | "some" | "none" | "unknown";

/**
 * The searchable data after these actions: as the state combines them, or merged where the state shows none. Where the
 * state keeps data by action, the part that the filter path names. Undefined where it cannot be told.
 */
export function searchableData(
  actions: readonly FoldedAction[],
  profile: Profile,
  reading: StateReading | undefined = readingOf(profile, "state-data"),
  path: JsonPath = readingOf(profile, "search-keys")?.path ?? [],
): JsonObject | undefined {
  const data = sentData(actions, reading, path);
  // The state tells which members were filled in; the filter does not.
  return data && withoutFilled(data, readingOf(profile, "link-data")?.filled);
}

function sentData(
  actions: readonly FoldedAction[],
  reading: StateReading | undefined,
  path: JsonPath,
): JsonObject | undefined {
  // If the state only shows the first action, searches need not find later data.
  if (reading?.ofFirst && actions.length > 1) return undefined;
  if (!reading?.path) return withoutConflicts(actions, reading?.absent);
  const { fold } = reading;
  const folded = foldState(fold, withoutCleared(reading, notPassedOver(reading, actions)));
  const { rule, container } = partsOf(fold);
  if (container === undefined && rule !== "list") {
    return isJsonObject(folded) ? folded : undefined;
  }
  for (let start = 0; start < path.length; start++) {
    const [part] = valuesAt(folded, path.slice(start));
    if (isJsonObject(part)) return part;
  }
  // Filters by a part that this trace lacks, e.g. an action of another workflow, may miss it.
  if (path.some((step) => !reading?.path?.includes(step))) return undefined;
  // Filters that name no part look at all parts, which is clear for a single action.
  return actions.length === 1 && isJsonObject(actions[0]?.data) ? actions[0].data : undefined;
}

/** The merged data, for a state that shows none. Members with several values count as undecided. */
function withoutConflicts(actions: readonly FoldedAction[], absent: readonly string[] = []): JsonObject {
  // Searches need not find what the state never shows.
  const values = new Map<string, Json>(absent.map((name) => [name, undecided]));
  for (const { data } of actions) {
    for (const [key, value] of isJsonObject(data) ? Object.entries(data) : []) {
      if (absent.includes(key)) continue;
      values.set(key, values.has(key) && !sameJson(values.get(key), value) ? undecided : value);
    }
  }
  return Object.fromEntries(values);
}

/** An object: whether it matches a text or a number is unknown. */
const undecided: Json = {};

/**
 * The search keys that must work where the state shows the data: also numbers and booleans, unless the target refuses
 * such filters or shows these types otherwise. That none was found so far is no choice of the target. Undefined where
 * filters reach nothing that was sent.
 */
export function heldKeys(profile: Profile, workflow?: { readonly id: string }): WorkflowKeys | undefined {
  const keys = searchKeysOf(profile, workflow);
  if (keys?.computed) return undefined;
  const state = stateReadingOf(profile, workflow);
  if (!keys || !state?.path) return keys;
  const held = (["number", "boolean"] as const).filter((type) => !state.computed?.members?.includes(type));
  return { ...keys, valueTypes: [...new Set([...keys.valueTypes, ...held])] };
}

/** How the filters match the trace after these actions. */
export function matchAfter(
  filters: JsonObject,
  actions: readonly FoldedAction[],
  profile: Profile,
  reading: StateReading | undefined,
  keys: WorkflowKeys,
): Match {
  if (Object.keys(filters).some((key) => placeOfKey(keys, key) === undefined)) return "unknown";
  const data = searchableData(actions, profile, reading, keys.path);
  const parts = data || keys.ofActions === undefined || !reading ? undefined : statePartsAfter(actions, reading);
  return parts ? matchOfParts(filters, parts, keys) : matchOf(filters, data, keys);
}

/**
 * For filters that reach every part of a state. If different parts match different filters, it is open whether that
 * suffices.
 */
function matchOfParts(filters: JsonObject, parts: readonly JsonObject[], keys: OpenPointValues["search-keys"]): Match {
  if (keys.ofActions === "distinct" && Object.keys(filters).some((key) => isOfSeveral(key, parts))) return "unknown";
  const matches = parts.map((part) => matchOf(filters, part, keys));
  if (matches.includes("all")) return "all";
  if (matches.includes("unknown")) return "unknown";
  const members = Object.entries(filters);
  const hits = members.filter(([key, wanted]) =>
    parts.some((part) => matchOf({ [key]: wanted }, part, keys) === "all"),
  ).length;
  return hits === 0 ? "none" : hits < members.length ? "some" : "unknown";
}

/** True where parts have different values under this name: it is unknown which counts. */
function isOfSeveral(key: string, parts: readonly JsonObject[]): boolean {
  const [name = ""] = key.split(".");
  const [first, ...others] = parts.flatMap((part) => (Object.hasOwn(part, name) ? [part[name] ?? null] : []));
  return first !== undefined && others.some((value) => !sameJson(value, first));
}

/** How many of the filters match; `unknown` where one cannot be told. */
export function matchOf(
  filters: JsonObject,
  data: JsonObject | undefined,
  keys: OpenPointValues["search-keys"],
): Match {
  if (!data) return "unknown";
  let hits = 0;
  const members = Object.entries(filters);
  for (const [key, wanted] of members) {
    const hit = memberMatches(key, wanted, data, keys);
    if (hit === undefined) return "unknown";
    if (hit) hits++;
  }
  return hits === members.length ? "all" : hits === 0 ? "none" : "some";
}

/** Undefined where it cannot be told, e.g. where a nested member has this name and value, which may be meant. */
function memberMatches(
  key: string,
  wanted: Json,
  data: JsonObject,
  keys: OpenPointValues["search-keys"],
): boolean | undefined {
  const found = namedMemberMatches(key, wanted, data, keys);
  if (found !== false) return found;
  for (const { path, key: name, value } of everyPlace(data)) {
    if (path.length < 2 || name !== key || typeof value !== typeof wanted) continue;
    if (value === wanted || (isText(wanted) && isText(value) && textMatches(wanted, value, keys.text) !== false))
      return undefined;
  }
  return false;
}

const isText = (value: Json): value is string => typeof value === "string";

function namedMemberMatches(
  key: string,
  wanted: Json,
  data: JsonObject,
  keys: OpenPointValues["search-keys"],
): boolean | undefined {
  const steps = Object.hasOwn(data, key) ? [key] : key.split(".");
  if (steps.length > 1 && keys.inner === "none") return undefined;
  let value: Json | undefined = data;
  for (const step of steps) value = memberOf(value, step);
  if (typeof wanted === "object" && wanted !== null)
    return value === undefined ? undefined : documentMatches(wanted, value, keys);
  if (typeof wanted !== "string" && typeof wanted !== "number" && typeof wanted !== "boolean") return undefined;
  if (!keys.valueTypes.includes(typeof wanted)) return undefined;
  if (value === undefined) return false;
  // A search that compares texts may take null for the word "null".
  if (value === null) return wanted === "null" ? undefined : false;
  if (typeof value !== typeof wanted) return isSameOfOtherType(value, wanted) ? undefined : false;
  if (typeof wanted !== "string") return sameJson(value, wanted);
  return textMatches(wanted, value as string, keys.text);
}

/**
 * A whole object or list is found by an equal one, and not by one with other content. If one contains the other, or for
 * a list of alternatives, it is unknown.
 */
function documentMatches(
  wanted: Json,
  value: Json,
  { valueTypes }: OpenPointValues["search-keys"],
): boolean | undefined {
  if (!valueTypes.includes(Array.isArray(wanted) ? "array" : "object")) return undefined;
  if (sameJson(wanted, value)) return true;
  const isOneOf = Array.isArray(wanted) && wanted.some((one) => mayHold(value, one));
  return isOneOf || mayHold(value, wanted) || mayHold(wanted, value) ? undefined : false;
}

/** True where the value may count as containing all that is wanted. */
function mayHold(value: Json, wanted: Json): boolean {
  if (Array.isArray(wanted))
    return Array.isArray(value) && wanted.every((one) => value.some((own) => mayHold(own, one)));
  if (!isJsonObject(wanted)) return value === wanted || (typeof value !== "object" && isLoosely(value, wanted));
  return isJsonObject(value) && Object.entries(wanted).every(([name, one]) => mayHold(value[name] ?? null, one));
}

/** True where the two may count as equal though written differently. */
function isLoosely(value: Json, wanted: Json): boolean {
  return String(value).trim().toLowerCase() === String(wanted).trim().toLowerCase();
}

/**
 * Whether 1 matches "1", "1.0" or true, or a text an element of an array, is not shown. But 0 must not match a word,
 * nor true a number other than 1.
 */
function isSameOfOtherType(value: Json, wanted: string | number | boolean): boolean {
  if (typeof value === "object" || String(value) === String(wanted)) return true;
  return asNumber(value) === asNumber(wanted);
}

/** NaN, which equals nothing, for a text that is no number. */
function asNumber(value: string | number | boolean): number {
  return typeof value === "string" && value.trim() === "" ? NaN : Number(value);
}

function textMatches(wanted: string, value: string, how: OpenPointValues["search-keys"]["text"]): boolean | undefined {
  if (wanted === value) return true;
  const [left, right] = [wanted.toLowerCase(), value.toLowerCase()];
  // Services treat empty texts, and leading or trailing spaces, in different ways.
  if (wanted.trim() === "" || left.trim() === right.trim())
    return how === "exact" && wanted.trim() !== "" && wanted.trim() === wanted && value.trim() === value
      ? false
      : undefined;
  if (how === "exact") return false;
  if (how === "case-insensitive") return left === right;
  const found = how === "prefix" ? right.startsWith(left) : right.includes(left);
  return found ? undefined : false;
}
