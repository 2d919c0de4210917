/** How the state of the tiny service follows from its actions: written apart from the folding that checks judge by. */
import { isJsonObject, type Json, type JsonObject } from "../../../spec/json.ts";
import type { ActionInput } from "./tiny-service.ts";

export type TinyFold =
  "shallow-merge" | "merge-patch" | "replace" | "keyed-by-action" | "keyed-by-action-shallow-merge" | "list-of-actions";

type Members = Map<string, Json>;

export function tinyFold(fold: TinyFold, actions: readonly Pick<ActionInput, "data" | "actionKey">[]): Json {
  if (fold === "list-of-actions") return actions.map(({ data }) => data);
  if (fold === "replace") return actions.at(-1)?.data ?? {};
  const members: Members = new Map();
  for (const { data, actionKey } of actions) {
    if (fold === "keyed-by-action") members.set(actionKey, data);
    else if (fold === "keyed-by-action-shallow-merge")
      members.set(actionKey, { ...((members.get(actionKey) ?? {}) as JsonObject), ...data });
    else if (fold === "merge-patch") patch(members, data);
    else for (const [name, value] of Object.entries(data)) members.set(name, value);
  }
  return Object.fromEntries(members);
}

/** RFC 7396, section 2, on the members of an object. */
function patch(members: Members, change: { readonly [name: string]: Json }): void {
  for (const [name, value] of Object.entries(change)) {
    if (value === null) members.delete(name);
    else if (!isJsonObject(value)) members.set(name, value);
    else {
      const before = members.get(name);
      const inner: Members = new Map(isJsonObject(before) ? Object.entries(before) : []);
      patch(inner, value);
      members.set(name, Object.fromEntries(inner));
    }
  }
}
