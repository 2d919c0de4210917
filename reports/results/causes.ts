/** Failures that share a cause, the likeliest first. The rules are few, so that a reader can follow them. */
import { closenessOf } from "../../spec/requirements/closeness.ts";
import type { CauseCounts, CauseState } from "./cause-tally.ts";
import type { CauseResult } from "./model.ts";

/** Of the scripts in which a requirement fails and the root is judged, in so many the root must fail, too. */
const followsFrom = 0.75;
/** And of all scripts in which it fails: where the root is not judged, nobody knows. */
const leastTogether = 0.5;
/** A root fails in at least this share of the scripts in which the commonest failure shows. */
const leastReach = 0.5;

/**
 * The causes of what is broken. The root of a cause is looked for by three rules, each where the one before leaves several:
 *
 * 1. It fails in at least half as many scripts as whatever fails in most: it can explain them.
 * 2. It is the closest to a single answer, as the register has it: what compares many answers fails for what is wrong
 *    with one of them.
 * 3. The most of what shows it fails, in the most scripts; and it fails before the others do.
 *
 * What fails almost only where the root fails, on the same exchange or the same trace, as far as the root is judged there,
 * follows from it; among the rest the next root is looked for.
 * @param broken the ids of the requirements that are broken, in the order of the register
 */
export function causesOf(state: CauseState | undefined, broken: readonly string[]): readonly CauseResult[] {
  const causes: CauseResult[] = [];
  let open = [...broken];
  while (open.length > 0) {
    const most = Math.max(...open.map((id) => countsOf(id, state).scripts));
    const place = new Map(open.map((id) => [id, placeOf(id, most, state)]));
    const ranked = open.toSorted((a, b) => (place.get(b) ?? 0) - (place.get(a) ?? 0));
    const [root = "", ...others] = ranked;
    const followers = others.filter((id) => follows(id, root, state));
    causes.push({ root, followers });
    open = open.filter((id) => id !== root && !followers.includes(id));
  }
  return causes;
}

/** Beyond every closeness. */
const farthest = 4;

const nothing: CauseCounts = { passed: 0, failed: 0, scripts: 0, first: 0, beside: {} };

function countsOf(id: string, state: CauseState | undefined): CauseCounts {
  return state && Object.hasOwn(state.requirements, id) ? (state.requirements[id] ?? nothing) : nothing;
}

/** The higher, the likelier it is the root. @param most scripts in which the commonest failure shows */
function placeOf(id: string, most: number, state: CauseState | undefined): number {
  const { passed, failed, scripts, first } = countsOf(id, state);
  if (scripts === 0) return 0;
  const reach = scripts / most;
  const closeness = reach >= leastReach ? farthest - closenessOf(id) : 0;
  // Each part stays below the step of the one before.
  return 2 * closeness + (failed / (failed + passed)) * reach + 0.2 * (first / scripts);
}

function follows(id: string, root: string, state: CauseState | undefined): boolean {
  const { scripts, beside, shown } = countsOf(id, state);
  const together = beside[root] ?? 0;
  const judged = shown?.[root] ?? scripts;
  return together > 0 && together >= followsFrom * judged && together >= leastTogether * scripts;
}
