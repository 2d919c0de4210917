/** While a run is under way its results are written again and again, and most of its time is left to it. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Results } from "../../reports/index.ts";
import { carryOut } from "../../suites/engine/carry-out.ts";
import type { OpenedRun } from "../../suites/engine/open-run.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** How often the results are written in a run, where each time takes so long. */
async function writtenIn(runMs: number, writingMs: number): Promise<number> {
  let spentMs = 0;
  const clock = performance.now.bind(performance);
  vi.spyOn(performance, "now").mockImplementation(() => clock() + spentMs);
  let written = 0;
  const session = {
    overtime: new AbortController().signal,
    interrupted: false,
    checkpoint: (whole: boolean): Results => {
      if (!whole) written += 1;
      spentMs += writingMs;
      return {} as Results;
    },
    close: () => Promise.resolve(),
  };
  const runAll = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, runMs));
  const run = { session, progress: {}, runAll } as unknown as OpenedRun;
  const ended = carryOut(run, { signal: new AbortController().signal, onProgress: () => undefined });
  await vi.advanceTimersByTimeAsync(runMs);
  await ended;
  return written;
}

test.each([
  ["every two seconds where that takes no time", 1, 290, 300],
  ["less often where it takes a second", 1_000, 10, 13],
  ["hardly ever where it takes long", 20_000, 1, 2],
])("%s", async (_, writingMs, least, most) => {
  const written = await writtenIn(600_000, writingMs);
  expect(written).toBeGreaterThanOrEqual(least);
  expect(written).toBeLessThanOrEqual(most);
});
