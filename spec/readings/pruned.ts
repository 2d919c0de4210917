/** Documents of which a service leaves out what is empty when it writes them, as many serializers can be told to. */
import { isJsonObject, type Json } from "../json.ts";

/** `null`: members that are null; `empty`: also empty texts, lists and objects, and what is empty without these. */
export type Pruned = "null" | "empty";

/**
 * The document as it is written; the whole of it stays an object, or a list.
 * @param inLists true where elements of lists are left out as well
 */
export function prunedAs(document: Json, how: Pruned | undefined, inLists = false): Json {
  if (how === undefined) return document;
  if (Array.isArray(document)) {
    const items = document.map((item: Json) => prunedAs(item, how, inLists));
    return inLists ? items.filter((item) => !isLeftOut(item, how)) : items;
  }
  if (!isJsonObject(document)) return document;
  const members = Object.entries(document).map(([name, value]) => [name, prunedAs(value, how, inLists)] as const);
  return Object.fromEntries(members.filter(([, value]) => !isLeftOut(value, how)));
}

/** True for a value that stands in no document that is pruned so. */
export function isLeftOut(value: Json, how: Pruned): boolean {
  if (value === null) return true;
  if (how === "null") return false;
  if (Array.isArray(value)) return value.length === 0;
  return value === "" || (isJsonObject(value) && Object.keys(value).length === 0);
}
