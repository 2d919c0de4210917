/**
 * Sequences that come to actions which no steady one comes to, as numbers must add up on the way: an amount is paid off in
 * parts, or stock is taken until nothing is left. Scripts go them with the numbers that a trace had.
 */
import type { JsonObject } from "../../../spec/json.ts";
import type { Way } from "../../../spec/readings/process.ts";
import { type SeenTrace, wayOf } from "../further/deciding.ts";
import { decidingOn } from "./ways.ts";

/** However many actions are missing: so many sequences stand in a reading, and none is longer. */
const [mostWays, longest] = [4, 16];

/**
 * The shortest sequences by which traces came to what they do not on the others, with the numbers that they brought.
 * @param steady keys of the sequences that are taken whatever the numbers
 * @param ways those of them with members that decide
 */
export function addingUp(
  traces: readonly SeenTrace[],
  steady: readonly (readonly string[])[],
  ways: readonly Way[],
): readonly Way[] {
  const known = new Set(steady.flat());
  const found: Way[] = [];
  while (found.length < mostWays) {
    const [best] = traces
      .map(({ steps }) => steps.slice(0, steps.findLastIndex(({ key }) => !known.has(key)) + 1))
      .filter((steps) => steps.length > 1 && steps.length <= longest && hasNumbers(steps))
      .toSorted((one, other) => newIn(other, known) - newIn(one, known) || one.length - other.length);
    if (!best) break;
    const way = wayOf({ steps: best, after: [] }, decidingOn(ways));
    found.push(way.map((step, at) => ({ ...step, ...amountsOf(best[at]?.data ?? {}) })));
    for (const { key } of best) known.add(key);
  }
  return found;
}

const newIn = (steps: SeenTrace["steps"], known: ReadonlySet<string>): number =>
  new Set(steps.map(({ key }) => key)).difference(known).size;

const hasNumbers = (steps: SeenTrace["steps"]): boolean =>
  steps.some(({ data }) => amountsOf(data).amounts !== undefined);

function amountsOf(data: JsonObject): Pick<Way[number], "amounts"> {
  const amounts = Object.entries(data).filter(([, value]) => typeof value === "number");
  return amounts.length > 0 ? { amounts: Object.fromEntries(amounts) } : {};
}
