/** How much longer something takes each time that an answer becomes twice as large. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** What is in time: linear is 2.0, n log n about 2.2, quadratic 4. */
export const mostPerDoubling = 2.3;
/** Three doublings. */
const factors = [1, 2, 4, 8] as const;
const [rounds, mostTries, leastMs] = [5, 4, 20] as const;

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** Processor time of this thread: what else the machine does is not counted. */
export function msOf(work: () => unknown, repeats: number): number {
  const start = process.threadCpuUsage();
  for (let count = 0; count < repeats; count++) work();
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1_000;
}

interface Measured {
  readonly work: () => unknown;
  /** So many times that the clock can tell. */
  readonly repeats: number;
  /** The best of all rounds, for one time. */
  best: number;
}

/**
 * By how much the time of some work grows for each doubling of its size, from one size to eight times that: the line
 * through the best times of four sizes, which are taken in turns. Measured again while it is too much, because a busy
 * machine makes single times longer and none shorter.
 */
export function growthPerDoubling(workOf: (size: number) => () => unknown, smallest: number): number {
  const all = factors.map((factor): Measured => {
    const work = workOf(smallest * factor);
    return { work, repeats: repeatsFor(work), best: Infinity };
  });
  for (let tries = 0; tries < mostTries; tries++) {
    for (let round = 0; round < rounds; round++)
      for (const one of all) {
        // What another one left behind is not to be cleared away in the time of this one.
        collectGarbage();
        one.best = Math.min(one.best, msOf(one.work, one.repeats) / one.repeats);
      }
    if (slopeOf(all) <= mostPerDoubling) break;
  }
  return slopeOf(all);
}

/** Least squares over the logarithms. */
function slopeOf(all: readonly Measured[]): number {
  const mean = (all.length - 1) / 2;
  const [over, under] = all.reduce(
    ([sum, squares], { best }, at) => [sum + (at - mean) * Math.log2(best), squares + (at - mean) ** 2],
    [0, 0],
  );
  return 2 ** (over / under);
}

function repeatsFor(work: () => unknown): number {
  let repeats = 1;
  while (msOf(work, repeats) < leastMs) repeats *= 2;
  return repeats;
}
