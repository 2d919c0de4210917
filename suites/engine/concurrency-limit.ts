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

/** One task is under way at first; each that ends doubles their number, and after a while all may begin. */
const rising = { first: 1, forMs: 800 } as const;

/**
 * A limit for tasks of which the first are worth most: what else is under way before one of them has ended costs requests
 * that a run which ends at a failure need not send.
 */
export const risingLimit = (count: number): ConcurrencyLimit => concurrencyLimit(count, mostExclusiveMs, rising);

export function concurrencyLimit(
  count: number,
  exclusiveMs = mostExclusiveMs,
  { first, forMs }: { readonly first: number; readonly forMs: number } = { first: count, forMs: 0 },
): ConcurrencyLimit {
  let busy = 0;
  let open = Math.min(first, count);
  let begun: NodeJS.Timeout | undefined;
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
  const openAll = (): void => {
    open = count;
    admit();
  };
  return {
    async run(task, { exclusive = false } = {}) {
      const entry = await new Promise<Entry>((resolve) => {
        const own: Entry = { places: exclusive ? count : 1, start: () => resolve(own) };
        waiting.push(own);
        if (open < count) begun ??= setTimeout(openAll, forMs).unref();
        admit();
      });
      try {
        return await task();
      } finally {
        clearTimeout(entry.timer);
        busy -= entry.places;
        open = Math.min(2 * open, count);
        admit();
      }
    },
  };
}
