/** Bounds how many scripts are under way at once. More than the driver's own limit would only hold memory. */

export interface Lanes {
  /** Runs the task when a lane is free, or all of them for one that is to be alone. Tasks start in the order of calling. */
  enter<T>(task: () => Promise<T>, options?: { readonly alone?: boolean }): Promise<T>;
}

export function lanes(count: number): Lanes {
  let busy = 0;
  const waiting: { readonly wants: number; readonly start: () => void }[] = [];
  const admit = (): void => {
    for (let [next] = waiting; next && busy + next.wants <= count; [next] = waiting) {
      waiting.shift();
      busy += next.wants;
      next.start();
    }
  };
  return {
    async enter(task, { alone = false } = {}) {
      const wants = alone ? count : 1;
      await new Promise<void>((start) => {
        waiting.push({ wants, start });
        admit();
      });
      try {
        return await task();
      } finally {
        busy -= wants;
        admit();
      }
    },
  };
}
