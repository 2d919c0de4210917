/** Search filters in the key style that the target understands. */
import { isJsonObject, type Json, type JsonObject } from "../../spec/json.ts";
import { placeOfKey, type WorkflowKeys } from "../../spec/readings/search-keys.ts";

/** How keys are written. */
export type KeyStyle = Pick<WorkflowKeys, "path" | "join" | "inner" | "below">;

/** Filters that are no object are sent as they are. */
export function writeFilters(filters: Json, style: KeyStyle | undefined): Json {
  if (!style || !isJsonObject(filters)) return filters;
  return Object.entries(filters).reduce<JsonObject>((written, [key, value]) => {
    const inner = nested(style.inner === "nested" ? key.split(".") : [key], value);
    return merged(written, placed(inner, placeOfKey(style, key) ?? style.path, style.join));
  }, {});
}

function placed(member: JsonObject, path: readonly string[], join: KeyStyle["join"]): JsonObject {
  if (path.length === 0) return member;
  if (join === "nested") return nested(path, member);
  return Object.fromEntries(Object.entries(member).map(([key, value]) => [`${path.join(".")}.${key}`, value]));
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
