/** What the earlier of two runs judged or read and the later one did not: no change of the target, and no green either. */
import { changesSince, type Changes, type Results } from "../../reports/index.ts";
import { isJsonObject } from "../../spec/json.ts";
import { isDeepStrictEqual } from "node:util";

type ReadingChange = Changes["readings"][number];

/** What two runs say of each other, sorted by what it means for the exit code. */
export interface Comparison {
  readonly earlier: Results;
  readonly now: Results;
  /** Of these, what the later run was not asked for stands among what is lost. */
  readonly changes: Changes;
  /** Readings that are other ones than before. */
  readonly drifted: readonly ReadingChange[];
  /** Readings that the later run did not find. */
  readonly unread: readonly ReadingChange[];
  /** Readings that the earlier run did not find. */
  readonly read: readonly ReadingChange[];
}

export function comparisonOf(earlier: Results, now: Results): Comparison {
  // Whoever compares wants to know what is not judged any more, also where the later run was not asked for it.
  const { leftOut, ...found } = changesSince(earlier, now);
  const changes = { ...found, lost: [...found.lost, ...leftOut], leftOut: [] };
  // With another access fewer requests are sent, of which some readings are made up.
  const mayHoldLess = earlier.environment.access !== now.environment.access;
  const holdsLess = (less: unknown, more: unknown): boolean =>
    more !== undefined && (less === undefined || (mayHoldLess && isPartOf(less, more)));
  const unread = changes.readings.filter(({ before, now: after }) => holdsLess(after, before));
  const read = changes.readings.filter(({ before, now: after }) => holdsLess(before, after));
  const drifted = changes.readings.filter((one) => !unread.includes(one) && !read.includes(one));
  return { earlier, now, changes, drifted, unread, read };
}

/** How many are lost. With `allowDrift`, what follows from another choice of the target does not count. */
export function countOfLost({ changes: { lost }, unread }: Comparison, allowDrift: boolean): number {
  return allowDrift ? lost.filter(({ choice }) => !choice).length : lost.length + unread.length;
}

function isPartOf(part: unknown, whole: unknown): boolean {
  if (!isJsonObject(part) || !isJsonObject(whole)) return false;
  return Object.entries(part).every(([name, value]) => isDeepStrictEqual(value, whole[name]));
}
