/** The members of actions that were seen to decide what may come next, and what an action is called with its values of them. */
import { isJsonObject, type Json } from "../../spec/json.ts";
import { readingOf, type Profile } from "../../spec/vocabulary/profile.ts";
import type { WorkflowDescription } from "../../spec/vocabulary/target.ts";

/** By the key of the action. */
export type DecidingMembers = ReadonlyMap<string, ReadonlySet<string>>;

/** Those of a workflow, by the ways that were taken with their values. */
export function decidingOf(profile: Profile, { id }: Pick<WorkflowDescription, "id">): DecidingMembers {
  const members = new Map<string, Set<string>>();
  for (const { key, with: values = {} } of (readingOf(profile, "action-gating")?.ways?.[id] ?? []).flat())
    for (const name of Object.keys(values)) members.set(key, (members.get(key) ?? new Set()).add(name));
  return members;
}

/** An action with the values that decide: with others it is another turn of the process. */
export function nameOfTurn(key: string, data: Json, deciding: DecidingMembers): string {
  const values = [...(deciding.get(key) ?? [])].map((name) => (isJsonObject(data) ? (data[name] ?? null) : null));
  return values.length > 0 ? `${key} ${JSON.stringify(values)}` : key;
}
