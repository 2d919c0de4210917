import { isJsonObject, setOwn } from "../../core/json.ts";
import type { Json, JsonObject } from "../../core/json.ts";

/** A change of data: what was sent goes in, what is kept comes out. */
export type Change = (data: JsonObject) => JsonObject;

type Leaf = null | boolean | number | string;

interface Visitor {
  readonly leaf?: (leaf: Leaf) => Json;
  readonly array?: (items: Json[], depth: number) => Json;
  /** Objects below the top. */
  readonly object?: (members: JsonObject, depth: number) => Json;
  /** The new name of a member; undefined drops it. */
  readonly key?: (key: string, value: Json) => string | undefined;
}

/** Every text at any depth. */
export const texts = (change: (text: string) => Json): Change =>
  walk({ leaf: (leaf) => (typeof leaf === "string" ? change(leaf) : leaf) });

/** Every number at any depth. */
export const numbers = (change: (value: number) => Json): Change =>
  walk({ leaf: (leaf) => (typeof leaf === "number" ? change(leaf) : leaf) });

/** Every text, number, boolean and null at any depth. */
export const leaves = (change: (leaf: Leaf) => Json): Change => walk({ leaf: change });

/** Every array at any depth, the innermost first. @param change also gets the depth, 1 for a member of the data */
export const arrays = (change: (items: Json[], depth: number) => Json): Change => walk({ array: change });

/** Every object below the top, the innermost first. @param change also gets the depth, 1 for a member of the data */
export const objects = (change: (members: JsonObject, depth: number) => Json): Change => walk({ object: change });

/** The name of every member at any depth; undefined drops the member. */
export const keys = (change: (key: string) => string | undefined): Change => walk({ key: change });

/** Keeps only some members, at any depth. */
export const keepMembers = (keep: (value: Json, key: string) => boolean): Change =>
  walk({ key: (key, value) => (keep(value, key) ? key : undefined) });

/** The data without its last member; the order is that of the object. */
export const withoutLastMember: Change = (data) => objectFrom(Object.entries(data).slice(0, -1));

/** An object of these members, `__proto__` included. */
export function objectFrom(entries: Iterable<readonly [string, Json]>): JsonObject {
  const object: JsonObject = {};
  for (const [key, value] of entries) setOwn(object, key, value);
  return object;
}

function walk(visitor: Visitor): Change {
  const { leaf = (value) => value, array = (items) => items, object = (members) => members, key } = visitor;
  const members = (value: JsonObject, depth: number): JsonObject =>
    objectFrom(
      Object.entries(value).flatMap(([name, member]): [string, Json][] => {
        const kept = key === undefined ? name : key(name, member);
        return kept === undefined ? [] : [[kept, visit(member, depth + 1)]];
      }),
    );
  const visit = (value: Json, depth: number): Json => {
    if (Array.isArray(value))
      return array(
        value.map((item: Json) => visit(item, depth + 1)),
        depth,
      );
    if (isJsonObject(value)) return object(members(value, depth), depth);
    return leaf(value as Leaf);
  };
  return (data) => members(data, 0);
}
