/** Failures that share a cause, the likeliest first. The rules are few, so that a reader can follow them. */
import { getOwn } from "../../spec/json.ts";
import { closenessOf } from "../../spec/requirements/closeness.ts";
import type { CauseCounts, CauseState } from "./cause-tally.ts";
import type { CauseResult } from "./model.ts";

/** Of the scripts in which a requirement fails and the root is judged, in so many the root must fail, too. */
const followsFrom = 0.75;
/** And of all scripts in which it fails: where the root is not judged, nobody knows. */
const leastTogether = 0.5;
/** A root fails in at least this share of the scripts in which the commonest failure shows. */
const leastReach = 0.5;
/** What fails in so many scripts and passes in none never holds. */
const leastNever = 3;

/**
 * The causes of what is broken. The root of a cause is looked for by three rules, each where the one before leaves several:
 *
 * 1. It fails in at least half as many scripts as whatever fails in most: it can explain them.
 * 2. It is the closest to a single answer, as the register has it: what compares many answers fails for what is wrong
 *    with one of them. What mostly holds stands behind what never holds where both are judged, though: that says more plainly
 *    what is wrong.
 * 3. The most of what shows it fails, in the most scripts; and it fails before the others do.
 *
 * What fails almost only where the root fails, on the same exchange or the same trace, as far as the root is judged there,
 * follows from it; what is wrong with one answer by itself, on the same exchange alone. So does what fails for the same form of a value, as one that is no UUID; and, of a root that never holds,
 * what compares more answers and fails on the operations of all these. Among the rest the next root is looked for.
 * @param broken the ids of the requirements that are broken, in the order of the register
 */
export function causesOf(state: CauseState | undefined, broken: readonly string[]): readonly CauseResult[] {
  const causes: CauseResult[] = [];
  let open = [...broken];
  while (open.length > 0) {
    const most = Math.max(...open.map((id) => countsOf(id, state).scripts));
    const place = new Map(open.map((id) => [id, placeOf(id, most, open, state)]));
    const ranked = open.toSorted((a, b) => (place.get(b) ?? 0) - (place.get(a) ?? 0));
    const [root = "", ...others] = ranked;
    const near = others.filter((id) => failTogether(id, root, state) || lacksSameForm(id, root, state));
    const group = neverHolds(root, most, state) ? [root, ...near] : [];
    const followers = others.filter((id) => near.includes(id) || failsWhere(id, root, group, state));
    causes.push({ root, followers });
    open = open.filter((id) => id !== root && !followers.includes(id));
  }
  return causes;
}

/** Beyond every closeness. */
const farthest = 4;

const nothing: CauseCounts = { passed: 0, failed: 0, scripts: 0, first: 0, beside: {} };

function countsOf(id: string, state: CauseState | undefined): CauseCounts {
  return getOwn(state?.requirements, id) ?? nothing;
}

/** The higher, the likelier it is the root. @param most scripts in which the commonest failure shows */
function placeOf(id: string, most: number, open: readonly string[], state: CauseState | undefined): number {
  const { passed, failed, scripts, first } = countsOf(id, state);
  if (scripts === 0) return 0;
  const reach = scripts / most;
  const plainer = open.filter((other) => other !== id && isPlainer(other, id, most, state));
  const closeness = Math.max(closenessOf(id), ...plainer.map((other) => Math.min(farthest, closenessOf(other) + 1)));
  // Each part stays below the step of the one before.
  return (
    (reach >= leastReach ? 2 * (farthest - closeness) : 0) +
    (failed / (failed + passed)) * reach +
    0.2 * (first / scripts)
  );
}

/** True where a requirement never holds, and fails wherever this one does, which mostly holds. */
function isPlainer(other: string, id: string, most: number, state: CauseState | undefined): boolean {
  const { passed, failed } = countsOf(id, state);
  return passed > failed && neverHolds(other, most, state) && failTogether(id, other, state);
}

function neverHolds(id: string, most: number, state: CauseState | undefined): boolean {
  const { passed, scripts } = countsOf(id, state);
  return passed === 0 && scripts >= leastNever && scripts >= leastReach * most;
}

function failTogether(id: string, root: string, state: CauseState | undefined): boolean {
  const { scripts, beside, shown } = countsOf(id, state);
  const together = beside[root] ?? 0;
  const judged = shown?.[root] ?? scripts;
  return together > 0 && together >= followsFrom * judged && together >= leastTogether * scripts;
}

function lacksSameForm(id: string, root: string, state: CauseState | undefined): boolean {
  const { failed, forms = {} } = countsOf(id, state);
  const ofRoot = countsOf(root, state).forms ?? {};
  return failed > 0 && sumOf(forms, (form) => Object.hasOwn(ofRoot, form)) >= followsFrom * failed;
}

/** What compares more answers than the root, on operations on which the root, or what is near it, fails. */
function failsWhere(id: string, root: string, group: readonly string[], state: CauseState | undefined): boolean {
  if (closenessOf(id) <= closenessOf(root)) return false;
  const { failed, on = {} } = countsOf(id, state);
  const failing = group.map((one) => countsOf(one, state).on ?? {});
  const there = sumOf(on, (operation) => failing.some((counts) => Object.hasOwn(counts, operation)));
  return failed > 0 && there >= followsFrom * failed;
}

function sumOf(counts: Readonly<Record<string, number>>, counted: (key: string) => boolean): number {
  return Object.entries(counts).reduce((sum, [key, count]) => sum + (counted(key) ? count : 0), 0);
}
