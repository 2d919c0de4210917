import type { Call } from "../../core/call.ts";
import type { SearchCondition } from "../../core/records.ts";
import type { Hooks } from "../../core/seams.ts";
import { inScope } from "../../hooks/rewrite.ts";
import type { Scope } from "../../hooks/rewrite.ts";

/** Changes what a search finds. */
export function inFound(
  hooks: Hooks,
  change: (traceIds: string[], call: Call) => string[] | Promise<string[]>,
  scope: Scope = {},
): void {
  hooks.around("search", (inner) => async (call, query) => {
    const found = await inner(call, query);
    return inScope(call, scope) ? await change(found, call) : found;
  });
}

/** Changes the conditions of a search. */
export function inConditions(
  hooks: Hooks,
  change: (conditions: readonly SearchCondition[]) => readonly SearchCondition[],
  scope: Scope = {},
): void {
  hooks.around(
    "search",
    (inner) => (call, query) =>
      inner(call, inScope(call, scope) ? { ...query, conditions: change(query.conditions) } : query),
  );
}

/** The traces that were created or acted on in a certain way, for searches that treat them otherwise. */
export function tracesWritten(hooks: Hooks, scope: Scope): ReadonlySet<string> {
  const traces = new Set<string>();
  hooks.around("written", (inner) => async (call, write) => {
    await inner(call, write);
    if (inScope(call, scope)) traces.add(write.trace.traceId);
  });
  return traces;
}
