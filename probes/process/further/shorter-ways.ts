/**
 * Repeats long ways without their repetitions: walks do whatever may come, so that the way to a late action may be
 * longer than any script.
 */
import { keysOf, type Way } from "../../../spec/readings/process.ts";
import type { SeenTrace } from "./deciding.ts";
import { begunAgain, type Goer, type WayStep, waysWithChoices } from "./gone-again.ts";

/**
 * Ways with more actions than the first number are shortened; at most so many ways, and none once so many requests were
 * sent.
 */
const [longEnough, maxWays, maxRequests] = [10, 2, 60];

export async function goShorterWays(explorer: Goer, traces: readonly SeenTrace[]): Promise<void> {
  explorer.stage = "again";
  const most = explorer.requests + maxRequests;
  for (const way of longWays(waysWithChoices(explorer, traces)))
    if (explorer.requests < most) await goShorter(explorer, way);
  explorer.stage = "first";
}

/**
 * The shortest ways to late actions, the longest first: only those with repetitions, and without those to an action
 * that a chosen way passes.
 */
export function longWays(ways: readonly Way[]): readonly Way[] {
  const keys = [...new Set(ways.flatMap(keysOf))];
  const shortest = keys.map((key) => shortestTo(key, ways)).filter((way) => way.length > longEnough);
  const chosen: Way[] = [];
  for (const way of shortest.toSorted((one, other) => other.length - one.length)) {
    const isPassed = chosen.some((one) => keysOf(one).includes(way.at(-1)?.key ?? ""));
    if (!isPassed && new Set(keysOf(way)).size < way.length) chosen.push(way);
  }
  return chosen.slice(0, maxWays);
}

/** The shortest beginning of these ways that ends with this action. */
export function shortestTo(key: string, ways: readonly Way[]): Way {
  const to = ways.flatMap((way) => {
    const end = way.findIndex((step) => step.key === key);
    return end < 0 ? [] : [way.slice(0, end + 1)];
  });
  return to.toSorted((one, other) => one.length - other.length)[0] ?? [];
}

/**
 * Repeats a way without its repetitions. Where an action is refused then, the repetitions left out are done after all,
 * the last first.
 */
async function goShorter(explorer: Goer, [first, ...rest]: Way): Promise<void> {
  const going = first && (await begunAgain(explorer, first));
  if (!going) return;
  const leftOut: WayStep[] = [];
  for (const step of rest) {
    if (going.done.includes(step.key)) {
      leftOut.push(step);
      continue;
    }
    while (!(await going.isTaken(step))) {
      const again = leftOut.pop();
      if (!again) return;
      await going.isTaken(again);
    }
  }
}
