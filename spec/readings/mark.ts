/**
 * The mark of an action: the one text in its data that no other action has. It stands in the member `tcMark`, or where
 * the step says, for data whose schema has no room for a member of our own.
 */
import { isJsonObject, type Json } from "../vocabulary/json.ts";

/** Where marks stand unless a step says otherwise. */
export const ownMarkPlace: readonly string[] = ["tcMark"];

/** The text at the place of a mark; undefined where none stands there. */
export function markIn(data: Json, place: readonly string[] = ownMarkPlace): string | undefined {
  let value: Json | undefined = data;
  for (const step of place) value = isJsonObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** A mark names its script, its run and its place there; other texts that people write look otherwise. */
export function isMark(text: string): boolean {
  return /^[^~]+~[^~]+~[^~]/.test(text);
}
