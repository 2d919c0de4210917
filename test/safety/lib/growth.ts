/** How much longer something takes for an answer eight times as large. */

/** Processor time of this thread: what else the machine does is not counted. */
export function msOf(work: () => unknown, repeats: number): number {
  const start = process.threadCpuUsage();
  for (let count = 0; count < repeats; count++) work();
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1_000;
}

/** The best of five of each, taken in turns. */
export function bestOfFive(works: readonly (() => unknown)[], repeats: number): readonly number[] {
  const rounds = Array.from({ length: 5 }, () => works.map((work) => msOf(work, repeats)));
  return works.map((_, index) => Math.min(...rounds.map((round) => round[index] ?? 0)));
}

/** So many times that the clock can tell: 20 ms or more. */
export function repeatsFor(work: () => unknown): number {
  let repeats = 1;
  while (msOf(work, repeats) < 25) repeats *= 2;
  return repeats;
}

/** Between 8, which is linear, and 64, which is quadratic: caches and collections of garbage double a time by chance. */
export const mostOfEight = 32;
