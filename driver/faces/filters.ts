/** Search filters in the key style that the target understands. */
import { isJsonObject, type Json, type JsonObject } from "../../spec/json.ts";
import type { OpenPointValues } from "../../spec/vocabulary/profile.ts";

/** How keys are written. */
export type KeyStyle = Pick<OpenPointValues["search-keys"], "path" | "join" | "inner">;

/** Filters that are no object are sent as they are. */
export function writeFilters(filters: Json, style: KeyStyle | undefined): Json {
  if (!style || !isJsonObject(filters)) return filters;
  const inner = Object.entries(filters).reduce<JsonObject>(
    (object, [key, value]) => merged(object, nested(style.inner === "nested" ? key.split(".") : [key], value)),
    {},
  );
  if (style.path.length === 0 || Object.keys(inner).length === 0) return inner;
  if (style.join === "nested") return nested(style.path, inner);
  const before = `${style.path.join(".")}.`;
  return Object.fromEntries(Object.entries(inner).map(([key, value]) => [before + key, value]));
}

function nested(path: readonly string[], value: Json): JsonObject {
  return path.reduceRight<Json>((inside, key) => Object.fromEntries([[key, inside]]), value) as JsonObject;
}

/** `fromEntries` makes every key an own member, `__proto__` included. */
function merged(left: JsonObject, right: JsonObject): JsonObject {
  const members = new Map(Object.entries(left));
  for (const [key, value] of Object.entries(right)) {
    const present = members.get(key);
    members.set(key, isJsonObject(present) && isJsonObject(value) ? merged(present, value) : value);
  }
  return Object.fromEntries(members);
}
