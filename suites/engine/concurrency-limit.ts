/** Bounds how many scripts are under way at once. More than the driver's own limit would only hold memory. */

export interface ConcurrencyLimit {
  /**
   * Runs the task when there is a free place, or when all are free for an exclusive one. Tasks start in the order of
   * calling. Nothing waits long for an exclusive task: one that does not get all places in time, or keeps them too long,
   * takes one.
   */
  run<T>(task: () => Promise<T>, options?: TaskOptions): Promise<T>;
  /**
   * For a task under way that is not exclusive: gives its place up until no other task is under way, and none is waiting but
   * those that want to be alone.
   */
  untilOthersEnded(): Promise<void>;
}

interface TaskOptions {
  readonly exclusive?: boolean | undefined;
  /** Starts before the exclusive tasks that wait: they wait for what is under way in any case. */
  readonly beforeExclusive?: boolean;
}

/** Milliseconds that a task may be alone, and that it may wait as the next one to be so. */
const mostExclusiveMs = 5_000;

interface Entry {
  /** Places that it wants, or holds. */
  places: number;
  readonly start: () => void;
  timer?: NodeJS.Timeout;
}

interface Rise {
  /** So many tasks are under way at first. */
  readonly first: number;
  /** Milliseconds after which all may begin where the first has not ended by then: the target is far. */
  readonly forMs: number;
  /** Milliseconds after which all may begin in any case. */
  readonly mostMs: number;
  /** How many may be under way once so many have ended, of which there were so many before. */
  readonly next: (open: number, ended: number) => number;
}

/** One task is under way at first; each that ends doubles their number, and after a while all may begin. */
const rising: Rise = { first: 1, forMs: 400, mostMs: 3_000, next: (open) => 2 * open };

/** Few until those have ended that are worth most: the smoke scripts, and those of `showing-most.ts`. */
const rationing: Rise = {
  first: 6,
  forMs: 20_000,
  mostMs: 20_000,
  next: (open, ended) => (ended >= 40 ? Infinity : open),
};

/**
 * A limit for tasks of which the first are worth most: what else is under way before one of them has ended costs requests
 * that a run which ends at a failure need not send.
 */
export const risingLimit = (count: number): ConcurrencyLimit => concurrencyLimit(count, mostExclusiveMs, rising);

/**
 * A limit for tasks that use up what others then lack, the first of which are worth most: only few of them are under way
 * at once until those have it.
 */
export const rationedLimit = (count: number): ConcurrencyLimit => concurrencyLimit(count, mostExclusiveMs, rationing);

export function concurrencyLimit(
  count: number,
  exclusiveMs = mostExclusiveMs,
  { first, forMs, mostMs, next: rise }: Rise = { first: count, forMs: 0, mostMs: 0, next: () => count },
): ConcurrencyLimit {
  let busy = 0;
  let open = Math.min(first, count);
  let ended = 0;
  let begun: NodeJS.Timeout | undefined;
  const waiting: Entry[] = [];
  const resting: (() => void)[] = [];
  const share = (entry: Entry): void => {
    if (!waiting.includes(entry)) busy -= entry.places - 1;
    entry.places = 1;
    admit();
  };
  const admit = (): void => {
    for (let [next] = waiting; next; [next] = waiting) {
      if (next.places > 1 && busy === 0 && resting.length > 0) break;
      if (next.places > 1) open = count;
      const fits = busy + next.places <= open;
      if (next.places > 1 && (fits || !next.timer)) {
        clearTimeout(next.timer);
        next.timer = setTimeout(share, exclusiveMs, next);
      }
      if (!fits) return;
      waiting.shift();
      busy += next.places;
      next.start();
    }
    if (busy > 0) return;
    for (const goOn of resting.splice(0)) {
      busy += 1;
      goOn();
    }
  };
  const openAll = (): void => {
    open = count;
    admit();
  };
  return {
    async run(task, { exclusive = false, beforeExclusive = false } = {}) {
      const entry = await new Promise<Entry>((resolve) => {
        const own: Entry = { places: exclusive ? count : 1, start: () => resolve(own) };
        const firstAlone = beforeExclusive && !exclusive ? waiting.findIndex(({ places }) => places > 1) : -1;
        waiting.splice(firstAlone === -1 ? waiting.length : firstAlone, 0, own);
        if (open < count) begun ??= setTimeout(openAll, forMs).unref();
        admit();
      });
      try {
        return await task();
      } finally {
        clearTimeout(entry.timer);
        busy -= entry.places;
        ended += 1;
        if (ended === 1 && begun) {
          clearTimeout(begun);
          begun = setTimeout(openAll, mostMs).unref();
        }
        open = Math.min(rise(open, ended), count);
        admit();
      }
    },
    untilOthersEnded: () =>
      new Promise((resolve) => {
        resting.push(resolve);
        busy -= 1;
        admit();
      }),
  };
}
