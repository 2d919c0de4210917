/** Finds out whether an action may be repeated at once: walks prefer actions that are new, and seldom try it. */
import { keysOf, type Way } from "../../../spec/readings/process.ts";
import { alternating } from "../../../spec/operations.ts";
import { builtUpTo } from "../walk/built-up-to.ts";
import type { Explorer } from "../walk/explore.ts";

/** At most so many requests, and so many actions. */
const [maxRequests, maxActions] = [60, 7];

type Walker = Pick<Explorer, "repeat" | "tryAfter" | "steps" | "requests"> & { stage: Explorer["stage"] };

/** Repeats each action of these ways at once, on the shortest way to it, unless a walk did so. */
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

/** The shortest way to each appended action that was not repeated yet, the shortest first. */
function shortestToEach(ways: readonly Way[], known: ReadonlySet<string>): readonly Way[] {
  const shortest = new Map<string, Way>();
  for (const way of ways)
    for (const [at, { key }] of way.entries())
      if (at > 0 && !known.has(key) && at + 1 < (shortest.get(key)?.length ?? Infinity))
        shortest.set(key, way.slice(0, at + 1));
  return [...shortest.values()].toSorted((one, other) => one.length - other.length);
}
