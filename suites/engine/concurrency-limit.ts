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

export function concurrencyLimit(count: number, exclusiveMs = mostExclusiveMs): ConcurrencyLimit {
  let busy = 0;
  const waiting: Entry[] = [];
  const share = (entry: Entry): void => {
    if (!waiting.includes(entry)) busy -= entry.places - 1;
    entry.places = 1;
    admit();
  };
  const admit = (): void => {
    for (let [next] = waiting; next; [next] = waiting) {
      const fits = busy + next.places <= count;
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
  return {
    async run(task, { exclusive = false } = {}) {
      const entry = await new Promise<Entry>((resolve) => {
        const own: Entry = { places: exclusive ? count : 1, start: () => resolve(own) };
        waiting.push(own);
        admit();
      });
      try {
        return await task();
      } finally {
        clearTimeout(entry.timer);
        busy -= entry.places;
        admit();
      }
    },
  };
}
