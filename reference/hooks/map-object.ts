import { setOwn } from "../core/json.ts";
import type { Json, JsonObject } from "../core/json.ts";

/** A copy of an object with every member passed through `change`; undefined drops the member. */
export function mapObject(
  value: JsonObject,
  change: (member: Json, key: string) => Json | undefined,
  rename: (key: string) => string = (key) => key,
): JsonObject {
  const copy: JsonObject = {};
  for (const [key, member] of Object.entries(value)) {
    const changed = change(member, key);
    if (changed !== undefined) setOwn(copy, rename(key), changed);
  }
  return copy;
}
