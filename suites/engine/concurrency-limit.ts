/** Bounds how many scripts are under way at once. More than the driver's own limit would only hold memory. */

export interface ConcurrencyLimit {
  /**
   * Runs the task when there is a free place, or when all are free for an exclusive one. Tasks start in the order of
   * calling. Nothing waits long for an exclusive task: one that does not get all places in time, or keeps them too long,
   * takes one.
   */
  run<T>(task: () => Promise<T>, options?: { readonly exclusive?: boolean | undefined }): Promise<T>;
}

/** Milliseconds that a task may be alone, and that it may wait as the next one to be so. */
const mostExclusiveMs = 5_000;

interface Entry {
  /** Places that it wants, or holds. */
  places: number;
  readonly start: () => void;
  timer?: NodeJS.Timeout;
}

/** How many tasks may be under way at first; each that ends lets one more begin. */
interface Rise {
  readonly first: number;
  /** Where fewer than so many end within so many milliseconds, all may begin: the target, too, mostly waits. */
  readonly slow: { readonly ended: number; readonly withinMs: number };
}

/** A second in which fewer than six scripts end has fewer than about 100 requests. */
const rise: Rise = { first: 1, slow: { ended: 6, withinMs: 1_000 } };

/**
 * A limit for tasks of which the first are worth most: what else is under way before one of them has ended costs requests
 * that a run which ends at a failure need not send. A target that is busy takes no longer for it.
 */
export const risingLimit = (count: number): ConcurrencyLimit => concurrencyLimit(count, mostExclusiveMs, rise);

export function concurrencyLimit(
  count: number,
  exclusiveMs = mostExclusiveMs,
  { first, slow }: Rise = { first: count, slow: { ended: 0, withinMs: 0 } },
): ConcurrencyLimit {
  let busy = 0;
  let open = Math.min(first, count);
  let ended = 0;
  let watch: NodeJS.Timeout | undefined;
  const waiting: Entry[] = [];
  const share = (entry: Entry): void => {
    if (!waiting.includes(entry)) busy -= entry.places - 1;
    entry.places = 1;
    admit();
  };
  const admit = (): void => {
    for (let [next] = waiting; next; [next] = waiting) {
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
  };
  const unwatch = (): void => {
    clearInterval(watch);
    watch = undefined;
  };
  const openAll = (): void => {
    open = count;
    unwatch();
    admit();
  };
  const watched = (): NodeJS.Timeout => {
    let before = 0;
    const look = (): void => {
      if (ended - before < slow.ended) openAll();
      before = ended;
    };
    return setInterval(look, slow.withinMs).unref();
  };
  return {
    async run(task, { exclusive = false } = {}) {
      const entry = await new Promise<Entry>((resolve) => {
        const own: Entry = { places: exclusive ? count : 1, start: () => resolve(own) };
        waiting.push(own);
        if (open < count) watch ??= watched();
        admit();
      });
      try {
        return await task();
      } finally {
        clearTimeout(entry.timer);
        busy -= entry.places;
        ended += 1;
        open = Math.min(open + 1, count);
        if (open === count || waiting.length === 0) unwatch();
        admit();
      }
    },
  };
}
