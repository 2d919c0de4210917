import type { SearchCondition } from "../../core/records.ts";
import type { Hooks } from "../../hooks/hooks.ts";
import { onWritten } from "../../hooks/rewrite.ts";
import type { Scope } from "../../hooks/rewrite.ts";
import { searchOtherwise } from "../../hooks/scan.ts";

/** Changes what a search finds. */
export function inFound(hooks: Hooks, change: (traceIds: string[]) => string[], scope: Scope = {}): void {
  searchOtherwise(hooks, async (query, inner) => change(await inner(query)), scope);
}

/** Changes the conditions of a search. */
export function inConditions(
  hooks: Hooks,
  change: (conditions: readonly SearchCondition[]) => readonly SearchCondition[],
  scope: Scope = {},
): void {
  searchOtherwise(hooks, (query, inner) => inner({ ...query, conditions: change(query.conditions) }), scope);
}

/** The traces that were created or acted on in a certain way, for searches that treat them otherwise. */
export function tracesWritten(hooks: Hooks, scope: Scope): ReadonlySet<string> {
  const traces = new Set<string>();
  onWritten(hooks, ({ trace }) => void traces.add(trace.traceId), scope);
  return traces;
}
