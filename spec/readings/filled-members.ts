/** Members that the target fills in with constants where an action left them out. */
import { isJsonObject, type Json, type JsonObject } from "../json.ts";
import type { OpenPointValues } from "../vocabulary/profile.ts";
import { sameJson, type Difference } from "./equal.ts";

type Filled = OpenPointValues["link-data"]["filled"];

/**
 * True where the constant stands in place of a member of the data.
 * @param above how many steps of the path lead to the data
 */
export function isFilledIn(filled: Filled, { path, actual }: Pick<Difference, "path" | "actual">, above = 0): boolean {
  const [name] = path.slice(above);
  if (!filled || name === undefined || path.length !== above + 1 || !Object.hasOwn(filled, name)) return false;
  return actual !== undefined && sameJson(filled[name], actual);
}

/** The data with what is filled in put in place of what nobody can tell: whether an object matches a filter is open. */
export function withoutFilled(data: JsonObject, filled: Filled): JsonObject {
  if (!filled) return data;
  return { ...data, ...Object.fromEntries(Object.keys(filled).map((name) => [name, {}])) };
}

/** The members that a document holds beside those that were sent. */
export function membersBeside(shown: Json, sent: Json): JsonObject {
  if (!isJsonObject(shown) || !isJsonObject(sent)) return {};
  return Object.fromEntries(Object.entries(shown).filter(([name]) => !Object.hasOwn(sent, name)));
}
