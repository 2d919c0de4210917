/** Whether an action that came on a way may come at once again: walks go on with what was never taken, and seldom try it. */
import { keysOf, type Way } from "../../../spec/readings/process.ts";
import { alternating } from "../../../spec/operations.ts";
import { builtUpTo } from "../walk/built-up-to.ts";
import type { Explorer } from "../walk/explore.ts";

/** So many requests it takes at most, for so many actions. */
const [maxRequests, maxActions] = [60, 7];

type Walker = Pick<Explorer, "repeat" | "tryAfter" | "steps" | "requests"> & { stage: Explorer["stage"] };

/** Tries each action of these ways once more right behind it, where nobody did so: on the shortest way up to it. */
export async function tryAtOnceAgain(explorer: Walker, ways: readonly Way[]): Promise<void> {
  const tried = new Set(
    explorer.steps.flatMap(({ done, tried: one }) => (one && done.at(-1) === one.key ? [one.key] : [])),
  );
  const most = explorer.requests + maxRequests;
  const before = explorer.stage;
  explorer.stage = "again";
  for (const [turn, way] of shortestToEach(ways, tried).slice(0, maxActions).entries()) {
    const done = keysOf(way);
    if (explorer.requests + done.length + 1 > most) continue;
    const traceId = await builtUpTo(explorer, way);
    if (traceId !== undefined) await explorer.tryAfter(traceId, done, done.at(-1) ?? "", alternating(turn));
  }
  explorer.stage = before;
}

/** The ways up to each other action that was appended, the shortest first. */
function shortestToEach(ways: readonly Way[], known: ReadonlySet<string>): readonly Way[] {
  const shortest = new Map<string, Way>();
  for (const way of ways)
    for (const [at, { key }] of way.entries())
      if (at > 0 && !known.has(key) && at + 1 < (shortest.get(key)?.length ?? Infinity))
        shortest.set(key, way.slice(0, at + 1));
  return [...shortest.values()].toSorted((one, other) => one.length - other.length);
}
