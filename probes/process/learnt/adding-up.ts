/**
 * Sequences that come to actions which no steady one comes to, as numbers must add up on the way: an amount is paid off in
 * parts, or stock is taken until nothing is left. Scripts go them with the numbers and the choices that a trace had.
 */
import type { JsonObject } from "../../../spec/json.ts";
import type { Way } from "../../../spec/readings/process.ts";
import type { WorkflowDescription } from "../../../spec/vocabulary/target.ts";
import { choicesIn } from "../forms/members-to-choose.ts";
import { type SeenTrace, wayOf } from "../further/deciding.ts";
import { decidingOn } from "./ways.ts";

/** However many actions are missing: so many sequences stand in a reading, and none is longer. */
const [mostWays, longest] = [4, 16];

/**
 * The shortest sequences by which traces came to what they do not on the others, with the numbers that they brought, and what they chose.
 * @param steady keys of the sequences that are taken whatever the numbers
 * @param ways those of them with members that decide
 */
export function addingUp(
  traces: readonly SeenTrace[],
  steady: readonly (readonly string[])[],
  ways: readonly Way[],
  { actions }: Pick<WorkflowDescription, "actions">,
): readonly Way[] {
  const choices = new Map(actions.map(({ key, dataSchema }) => [key, dataSchema ? choicesIn(dataSchema) : []]));
  const known = new Set(steady.flat());
  const found: Way[] = [];
  while (found.length < mostWays) {
    const [best] = traces
      .map(({ steps }) => steps.slice(0, steps.findLastIndex(({ key }) => !known.has(key)) + 1))
      .filter((steps) => steps.length > 1 && steps.length <= longest && hasNumbers(steps))
      .toSorted((one, other) => newIn(other, known) - newIn(one, known) || one.length - other.length);
    if (!best) break;
    const way = wayOf({ steps: best, after: [] }, decidingOn(ways));
    found.push(
      way.map((step, at): Way[number] => {
        const asTaken = decidedIn(best[at]?.data ?? {}, choices.get(step.key) ?? []);
        return Object.keys(asTaken).length > 0 ? { ...step, asTaken } : step;
      }),
    );
    for (const { key } of best) known.add(key);
  }
  return found;
}

const newIn = (steps: SeenTrace["steps"], known: ReadonlySet<string>): number =>
  new Set(steps.map(({ key }) => key)).difference(known).size;

const hasNumbers = (steps: SeenTrace["steps"]): boolean =>
  steps.some(({ data }) => Object.values(data).some((value) => typeof value === "number"));

/** The numbers and flags of the data, and what is to choose from. */
function decidedIn(data: JsonObject, choices: readonly string[]): JsonObject {
  const isDecided = ([name, value]: readonly [string, unknown]): boolean =>
    typeof value === "number" || typeof value === "boolean" || choices.includes(name);
  return Object.fromEntries(Object.entries(data).filter(isDecided));
}
