/** The outline of a document: its members and the types of their values, whatever the values. */
import { isJsonObject, type Json } from "../../spec/vocabulary/json.ts";
import { isUuid } from "../support/uuid.ts";

/** Keys that are ids or digests themselves stand for each other. */
function isName(key: string): boolean {
  return !isUuid(key) && !/^[\w:+/=-]{28,}$/.test(key);
}

export function outlineOf(value: Json): Json {
  if (Array.isArray(value)) return value.map((element: Json) => outlineOf(element));
  if (!isJsonObject(value)) return value === null ? "null" : typeof value;
  const members = Object.entries(value);
  const named = members.filter(([key]) => isName(key)).map(([key, member]): [string, Json] => [key, outlineOf(member)]);
  const unnamed = members.filter(([key]) => !isName(key)).map(([, member]) => JSON.stringify(outlineOf(member)));
  return Object.fromEntries(unnamed.length > 0 ? [...named, ["{ids}", unnamed.sort()]] : named);
}
