import { setOwn } from "../core/json.ts";
import type { Json, JsonObject } from "../core/json.ts";
import type { TraceWrite } from "../core/records.ts";
import type { Hooks } from "../core/seams.ts";

/** A copy of a JSON value with every leaf (text, number, boolean, null) passed through `change`. */
export function mapLeaves(value: Json, change: (leaf: null | boolean | number | string) => Json): Json {
  if (Array.isArray(value)) return value.map((item) => mapLeaves(item, change));
  if (value !== null && typeof value === "object") return mapObject(value, (member) => mapLeaves(member, change));
  return change(value);
}

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

/** Passes the data of every action through `change` before anything is made of it: link, state and search show the result. */
export function corruptData(hooks: Hooks, change: (data: JsonObject) => JsonObject): void {
  hooks.around("readAction", (inner) => (call, input) => {
    const read = inner(call, input);
    return { ...read, data: change(read.data) };
  });
}

/** Passes only what is stored as the link's data, or only the trace's data, through `change`. */
export function corruptStored(hooks: Hooks, part: "link" | "trace", change: (data: JsonObject) => JsonObject): void {
  hooks.around("write", (inner) => (call, write): TraceWrite => {
    const honest = inner(call, write);
    return part === "link"
      ? { ...honest, link: { ...honest.link, data: change(honest.link.data) } }
      : { ...honest, trace: { ...honest.trace, data: change(honest.trace.data) } };
  });
}
