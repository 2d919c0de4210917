/** Bounds how many scripts are under way at once. More than the driver's own limit would only hold memory. */

export interface Lanes {
  /**
   * Runs the task when a lane is free, or all of them for one that is to be alone. Tasks start in the order of calling.
   * Nothing waits for long for that: a task that cannot have all lanes in time, or keeps them for too long, takes one.
   */
  enter<T>(task: () => Promise<T>, options?: { readonly alone?: boolean }): Promise<T>;
}

/** Milliseconds that a task may be alone, and that it may wait as the next one to be so. */
const mostAloneMs = 5_000;

interface Place {
  /** Lanes that it wants, or holds. */
  lanes: number;
  readonly start: () => void;
  patience?: NodeJS.Timeout;
}

export function lanes(count: number, aloneMs = mostAloneMs): Lanes {
  let busy = 0;
  const waiting: Place[] = [];
  const share = (place: Place): void => {
    if (!waiting.includes(place)) busy -= place.lanes - 1;
    place.lanes = 1;
    admit();
  };
  const admit = (): void => {
    for (let [next] = waiting; next; [next] = waiting) {
      const fits = busy + next.lanes <= count;
      if (next.lanes > 1 && (fits || !next.patience)) {
        clearTimeout(next.patience);
        next.patience = setTimeout(share, aloneMs, next);
      }
      if (!fits) return;
      waiting.shift();
      busy += next.lanes;
      next.start();
    }
  };
  return {
    async enter(task, { alone = false } = {}) {
      const place = await new Promise<Place>((resolve) => {
        const own: Place = { lanes: alone ? count : 1, start: () => resolve(own) };
        waiting.push(own);
        admit();
      });
      try {
        return await task();
      } finally {
        clearTimeout(place.patience);
        busy -= place.lanes;
        admit();
      }
    },
  };
}
