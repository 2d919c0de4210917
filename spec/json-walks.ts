/** What stands in JSON values, in document order, and copies of them with something else there. */
import { getOwn, isJsonObject, type Json, type JsonObject } from "./json.ts";

/** However many places a document has: a target may answer anything. */
const maxPlaces = 20_000;

/** All that is neither a list nor an object; nothing for undefined. */
export function leavesIn(value: Json | undefined): readonly Json[] {
  const leaves: Json[] = [];
  const pending = value === undefined ? [] : [value];
  for (let places = 0; pending.length > 0 && places < maxPlaces; places++) {
    const one = pending.pop() ?? null;
    if (typeof one !== "object" || one === null) leaves.push(one);
    else for (const inner of (Object.values(one) as readonly Json[]).toReversed()) pending.push(inner);
  }
  return leaves;
}

/** All texts but names of members. */
export function textsIn(value: Json | undefined): readonly string[] {
  return leavesIn(value).filter((leaf) => typeof leaf === "string");
}

/** What these members and indexes lead to; undefined where nothing stands there. */
export function valueAt(value: Json | undefined, path: readonly string[]): Json | undefined {
  let found = value;
  for (const step of path) {
    if (Array.isArray(found)) found = found[Number(step)] as Json | undefined;
    else found = isJsonObject(found) ? getOwn(found, step) : undefined;
  }
  return found;
}

/**
 * The value with another one at the path, whose last member is left out for undefined. Objects on the way are made where there
 * are none; lists get no new items.
 */
export function withValueAt(value: JsonObject, path: readonly string[], other: Json | undefined): JsonObject;
export function withValueAt(value: Json, path: readonly string[], other: Json | undefined): Json;
export function withValueAt(value: Json, [step, ...inner]: readonly string[], other: Json | undefined): Json {
  if (step === undefined) return other ?? null;
  if (Array.isArray(value))
    return value.map((item: Json, at) => (String(at) === step ? withValueAt(item, inner, other) : item));
  if (!isJsonObject(value)) return value;
  const { [step]: before = {}, ...others } = value;
  if (other === undefined && inner.length === 0) return others;
  return { ...value, [step]: withValueAt(before, inner, other) };
}

/** The value with each leaf changed. */
export function withLeaves(value: Json, change: (leaf: Json) => Json): Json {
  if (Array.isArray(value)) return value.map((item: Json) => withLeaves(item, change));
  if (!isJsonObject(value)) return change(value);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withLeaves(member, change)]));
}
