/** Chooses which accepted sequences of actions stand in a reading. */

/** At most so many. */
const maxKept = 20;

/** From so many repetitions on, they are no longer counted. */
const often = 3;

/**
 * Drops sequences that are the beginning of another. Of many, keeps those that show most that the ones before do not.
 */
export function mostTelling(paths: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const isBeginning = (path: readonly string[], of: readonly string[]) =>
    path.length < of.length && path.every((key, index) => key === of[index]);
  const whole = paths.filter((path) => !paths.some((other) => isBeginning(path, other)));
  if (whole.length <= maxKept) return whole;
  const timesAt = (path: readonly string[], at: number) =>
    path.slice(0, at + 1).filter((key) => key === path[at]).length;
  // A sequence shows which action comes after which, and which comes a second or third time.
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
