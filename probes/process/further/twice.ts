/**
 * Finds which actions may come twice in a row, where no walk tried it, as walks prefer what is new. Only such actions
 * can be sent twice at the same time.
 */
import { beginnings, mayFollow, type ProcessRules } from "../../../spec/readings/process.ts";
import type { WorkflowDescription } from "../../../spec/vocabulary/target.ts";
import { builtUpTo } from "../walk/built-up-to.ts";
import type { Explorer } from "../walk/explore.ts";
import type { SeenStep } from "../observations.ts";

/** At most so many requests for a workflow; only the first so many of its actions, and so many of the others. */
const maxRequests = 60;
const maxActions = 8;
const maxMore = 1;

/** Does each such action twice on a fresh trace. */
export async function triedTwice(
  explorer: Pick<Explorer, "repeat" | "takes" | "requests">,
  rules: ProcessRules,
  { actions, ...workflow }: WorkflowDescription,
  seen: readonly SeenStep[],
): Promise<readonly SeenStep[]> {
  const tried = new Set(seen.flatMap(({ done, tried: one }) => (one && done.at(-1) === one.key ? [one.key] : [])));
  const begun = beginnings(rules, { ...workflow, actions });
  const most = explorer.requests + maxRequests;
  const steps: SeenStep[] = [];
  const untried = actions.filter(({ appends, key }) => appends && !tried.has(key));
  const placed = untried.flatMap(({ key, groupLabel: group }, at) => {
    const before = begun.find((one) => mayFollow(rules, one, key));
    return before ? [{ key, group, before, at }] : [];
  });
  const first = placed.filter(({ at }) => at < maxActions);
  // Of the other actions, those that come early on a trace cost least.
  const others = placed.filter(({ key, at }) => at >= maxActions && !first.some((one) => one.key === key));
  const cheapest = others.toSorted((left, right) => left.before.length - right.before.length);
  for (const { key, group, before } of [...first, ...cheapest.slice(0, maxMore)]) {
    if (explorer.requests + before.length + 1 > most) continue;
    const done = [...before, key];
    const traceId = await builtUpTo(explorer, done);
    if (traceId !== undefined)
      steps.push({ done, state: undefined, tried: { key, group, taken: await explorer.takes(traceId, key) } });
  }
  return steps;
}
