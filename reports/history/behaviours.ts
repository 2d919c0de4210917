/** What targets do where the interface leaves a choice, and when that changed. */
import type { PastRun } from "./kept-run.ts";

export interface BehaviourChange {
  /** The open point. */
  readonly id: string;
  /** Index of the first run that saw the new behaviour. */
  readonly at: number;
  readonly before: string;
  readonly now: string;
}

/**
 * Every change, the earliest first. A run that found no behaviour says nothing: the next that finds one is compared with
 * the last that did.
 */
export function behaviourChanges(runs: readonly PastRun[]): readonly BehaviourChange[] {
  const seen = new Map<string, string>();
  const changes: BehaviourChange[] = [];
  let previous: PastRun["readings"] | undefined;
  runs.forEach(({ readings }, at) => {
    if (readings === previous) return;
    previous = readings;
    for (const [id, now] of Object.entries(readings)) {
      const before = seen.get(id);
      seen.set(id, now);
      if (before !== undefined && before !== now) changes.push({ id, at, before, now });
    }
  });
  return changes;
}

/** The behaviour that was seen last at each open point. */
export function lastBehaviours(runs: readonly PastRun[]): ReadonlyMap<string, string> {
  const seen = new Map<string, string>();
  let next: PastRun["readings"] | undefined;
  for (const { readings } of runs.toReversed()) {
    if (readings === next) continue;
    next = readings;
    for (const [id, value] of Object.entries(readings)) if (!seen.has(id)) seen.set(id, value);
  }
  return seen;
}
