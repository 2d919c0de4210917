/** Which sequences of actions that were taken stand in a reading. */

/** So many sequences stand in a reading. */
const maxKept = 20;

/** Of what comes more often than this the times are no longer told apart. */
const often = 3;

/** Those that are not the beginning of another; of many the ones that have most turns which those before them do not. */
export function mostTelling(paths: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const isBeginning = (path: readonly string[], of: readonly string[]) =>
    path.length < of.length && path.every((key, index) => key === of[index]);
  const whole = paths.filter((path) => !paths.some((other) => isBeginning(path, other)));
  if (whole.length <= maxKept) return whole;
  const timesAt = (path: readonly string[], at: number) =>
    path.slice(0, at + 1).filter((key) => key === path[at]).length;
  // Which action comes behind which, and what comes the second time, or the third.
  const turnsOf = (path: readonly string[]) =>
    path.slice(1).flatMap((key, at) => {
      const times = Math.min(often, timesAt(path, at + 1));
      return [JSON.stringify([path[at], key]), ...(times > 1 ? [JSON.stringify([key, times])] : [])];
    });
  const shown = new Set<string>();
  const newIn = (path: readonly string[]): number => new Set(turnsOf(path)).difference(shown).size;
  const chosen = new Set<readonly string[]>();
  while (chosen.size < maxKept) {
    const left = whole.filter((path) => !chosen.has(path));
    const [next] = left.toSorted((one, other) => newIn(other) - newIn(one));
    if (!next) break;
    chosen.add(next);
    for (const turn of turnsOf(next)) shown.add(turn);
  }
  return whole.filter((path) => chosen.has(path));
}
