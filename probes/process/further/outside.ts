/** Finds actions that lists of what may come next never name, although they are accepted. */
import { listedIn } from "../../../spec/readings/listed-next.ts";
import { appendingKeys } from "../../../spec/readings/process.ts";
import type { NextActions, WorkflowDescription } from "../../../spec/vocabulary/target.ts";
import { builtUpTo } from "../walk/built-up-to.ts";
import type { Explorer } from "../walk/explore.ts";
import type { SeenStep } from "../observations.ts";

/** Fewer lists say nothing about what they do not name. */
const enoughLists = 3;
/** Where no list names any action, nothing is tried for a workflow with more actions than this. */
const mostOfEmpty = 6;

type Repeating = Pick<Explorer, "repeat" | "takesThroughBoth">;

/**
 * The keys that no list named, that were accepted each time, and that both faces accept at the beginning of a trace and
 * after the longest sequence seen. Where lists are always empty: all actions or none, as a workflow that is no process
 * may show an empty list.
 */
export async function outsideOfList(
  explorer: Repeating,
  steps: readonly SeenStep[],
  listing: NextActions,
  workflow: WorkflowDescription,
): Promise<readonly string[]> {
  const lists = steps.flatMap(({ state }) => listedIn(state, listing) ?? []);
  const shown = steps.filter(({ tried, state }) => !tried && listedIn(state, listing));
  const named = new Set(lists.map(({ key }) => key));
  const tried = steps.flatMap((step) => step.tried ?? []);
  const isEmpty = named.size === 0;
  const keys = appendingKeys(workflow);
  const candidates = keys.filter(
    (key) =>
      !named.has(key) &&
      (isEmpty || tried.some((one) => one.key === key)) &&
      tried.every((one) => one.key !== key || one.taken),
  );
  if (shown.length < enoughLists || (isEmpty && (candidates.length < keys.length || keys.length > mostOfEmpty)))
    return [];
  const longest = shown.map(({ done }) => done).toSorted((left, right) => right.length - left.length)[0] ?? [];
  const outside: string[] = [];
  for (const key of candidates) {
    if ((await isTakenAfter(explorer, longest.slice(0, 1), key)) && (await isTakenAfter(explorer, longest, key)))
      outside.push(key);
    else if (isEmpty) return [];
  }
  return outside;
}

async function isTakenAfter(explorer: Repeating, done: readonly string[], key: string): Promise<boolean> {
  const traceId = await builtUpTo(explorer, done);
  return traceId !== undefined && explorer.takesThroughBoth(traceId, key);
}
