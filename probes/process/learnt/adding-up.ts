/**
 * Ways to actions that come only if numbers add up, e.g. an amount is paid off in parts, or stock is taken until
 * nothing is left. Scripts repeat them with the numbers and choices of a trace.
 */
import type { JsonObject } from "../../../spec/json.ts";
import type { Way } from "../../../spec/readings/process.ts";
import type { WorkflowDescription } from "../../../spec/vocabulary/target.ts";
import { choicesIn } from "../forms/members-to-choose.ts";
import { type SeenTrace, wayOf } from "../further/deciding.ts";
import { decidingOn } from "./ways.ts";

/** At most so many ways in a reading, none longer than this. */
const [mostWays, longest] = [4, 16];

/**
 * The shortest ways of traces to actions that no other sequence reaches, with their numbers and choices.
 * @param steady the sequences that are accepted whatever the numbers
 * @param ways those of them with deciding members
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

/** The numbers and flags of the data, and the values of these choices. */
function decidedIn(data: JsonObject, choices: readonly string[]): JsonObject {
  const isDecided = ([name, value]: readonly [string, unknown]): boolean =>
    typeof value === "number" || typeof value === "boolean" || choices.includes(name);
  return Object.fromEntries(Object.entries(data).filter(isDecided));
}
