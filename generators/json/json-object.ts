import { isJsonObject, type Json, type JsonObject } from "../../spec/json.ts";

/** An object with exactly these members as own properties, `__proto__` included. A later name wins. */
export function jsonObject(members: Iterable<readonly [string, Json]>): JsonObject {
  return Object.fromEntries(members);
}

/** One object with the members of all; members of later objects win. */
export function joined(...objects: readonly JsonObject[]): JsonObject {
  return jsonObject(objects.flatMap((object) => Object.entries(object)));
}

/** How deep arrays and objects stand in each other: 0 for a leaf. */
export function nestingOf(value: Json): number {
  if (typeof value !== "object" || value === null) return 0;
  const members = isJsonObject(value) ? Object.values(value) : value;
  return 1 + members.reduce<number>((deepest, member) => Math.max(deepest, nestingOf(member)), 0);
}
