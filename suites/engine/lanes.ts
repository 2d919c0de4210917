/** Bounds how many scripts are under way at once. More than the driver's own limit would only hold memory. */

export interface Lanes {
  /** Runs the task when a lane is free; tasks start in the order of calling. */
  enter<T>(task: () => Promise<T>): Promise<T>;
}

export function lanes(count: number): Lanes {
  let busy = 0;
  const waiting: (() => void)[] = [];
  return {
    async enter(task) {
      if (busy >= count) await new Promise<void>((resolve) => waiting.push(resolve));
      else busy += 1;
      try {
        return await task();
      } finally {
        const next = waiting.shift();
        if (next) next();
        else busy -= 1;
      }
    },
  };
}
