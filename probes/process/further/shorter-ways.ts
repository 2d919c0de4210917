/**
 * Ways on which nothing comes again that need not: walks do whatever may come, so that a way to what lies far may be longer
 * than any script is.
 */
import { keysOf, type Way } from "../../../spec/readings/process.ts";
import type { SeenTrace } from "./deciding.ts";
import { begunAgain, type Goer, type WayStep, waysWithChoices } from "./gone-again.ts";

/** A way to an action that has more actions is gone again, so many such ways are, and with so many requests no further one. */
const [longEnough, maxWays, maxRequests] = [10, 2, 60];

export async function goShorterWays(explorer: Goer, traces: readonly SeenTrace[]): Promise<void> {
  explorer.stage = "again";
  const most = explorer.requests + maxRequests;
  for (const way of longWays(waysWithChoices(explorer, traces)))
    if (explorer.requests < most) await goShorter(explorer, way);
  explorer.stage = "first";
}

/** The shortest ways to what lies far, the longest of them first, without those to what lies on another; where something comes again. */
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

/** The shortest beginning of these ways that ends with an action. */
export function shortestTo(key: string, ways: readonly Way[]): Way {
  const to = ways.flatMap((way) => {
    const end = way.findIndex((step) => step.key === key);
    return end < 0 ? [] : [way.slice(0, end + 1)];
  });
  return to.toSorted((one, other) => one.length - other.length)[0] ?? [];
}

/** Goes a way without what was done on it already; what is refused then is tried once more behind what was left out, the last first. */
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
