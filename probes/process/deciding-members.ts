/**
 * The data members whose values decide which action may come next, e.g. `outcome` of `assess`, where "fit" leads to
 * `approve` and "unfit" to `reject`.
 */
import { isJsonObject, type Json } from "../../spec/json.ts";
import { readingOf, type Profile } from "../../spec/vocabulary/profile.ts";
import type { WorkflowDescription } from "../../spec/vocabulary/target.ts";

/** By the key of an action: the names of its deciding members. */
export type DecidingMembers = ReadonlyMap<string, ReadonlySet<string>>;

/** The deciding members of a workflow: those whose values the reading notes on ways that were taken. */
export function decidingOf(profile: Profile, { id }: Pick<WorkflowDescription, "id">): DecidingMembers {
  const members = new Map<string, Set<string>>();
  for (const { key, with: values = {} } of (readingOf(profile, "action-gating")?.ways?.[id] ?? []).flat())
    for (const name of Object.keys(values)) members.set(key, (members.get(key) ?? new Set()).add(name));
  return members;
}

/**
 * Names an action together with the values of its deciding members, e.g. `assess ["fit"]`: with other values the
 * process goes on differently.
 */
export function nameOfTurn(key: string, data: Json, deciding: DecidingMembers): string {
  const values = [...(deciding.get(key) ?? [])].map((name) => (isJsonObject(data) ? (data[name] ?? null) : null));
  return values.length > 0 ? `${key} ${JSON.stringify(values)}` : key;
}
