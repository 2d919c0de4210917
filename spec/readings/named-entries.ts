/** Lists of entries that are a name and a value each: members of what they describe, written as a list. */
import { isJsonObject, type Json, type JsonObject } from "../json.ts";
import { everyPlace, type Place } from "./path.ts";

/** An entry of one text alone tells no name from a value. */
const leastEntries = 2;

/** However long lists are: so many of their entries are taken for members. */
const mostEntries = 20_000;

/**
 * Every place of a document, and for each entry that is a name and a value one that has the list's path and the name, where
 * no member of the document has that name. The entries of a list must be alike, and no two may have one name.
 */
export function everyMember(container: Json, { intoLists = true } = {}): readonly Place[] {
  const places = [...everyPlace(container, undefined, { intoLists })];
  if (!intoLists) return places;
  const names = new Set(places.flatMap(({ key }) => key ?? []));
  const entries = places.flatMap(({ value, path }) =>
    namedEntries(value).flatMap(([key, own]) => (names.has(key) ? [] : [{ path: [...path, key], value: own, key }])),
  );
  return [...places, ...entries.slice(0, mostEntries)];
}

/** The entries of a list as members; none where it is not such a list. */
export function namedEntries(list: Json): readonly (readonly [name: string, value: Json])[] {
  if (!Array.isArray(list) || list.length < leastEntries || list.length > mostEntries) return [];
  const entries = (list as readonly Json[]).filter(isJsonObject);
  const keys = Object.keys(entries[0] ?? {});
  const areAlike = entries.every(
    (entry) => Object.keys(entry).length === 2 && keys.every((key) => Object.hasOwn(entry, key)),
  );
  if (entries.length < list.length || keys.length !== 2 || !areAlike) return [];
  const named = keys.filter((key) => areNames(entries, key));
  // Of two texts of their own each, nobody can tell which is the name.
  const [name] = named;
  const value = keys.find((key) => key !== name);
  if (name === undefined || value === undefined || named.length > 1) return [];
  return entries.map((entry) => [entry[name] as string, entry[value] ?? null] as const);
}

function areNames(entries: readonly JsonObject[], key: string): boolean {
  const names = entries.map((entry) => entry[key]);
  return (
    names.every((name) => typeof name === "string" && name !== "" && !/^\d+$/.test(name)) &&
    new Set(names).size === names.length
  );
}
