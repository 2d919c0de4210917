/** Every run comes to an end, and tells what it knows by then. */
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { exitCodeOf } from "../../reports/index.ts";
import { runSuite } from "../../suites/engine/run-suite.ts";
import { environmentAt, startBehind } from "./lib/service.ts";

test(
  "at `limits.totalMs` a run ends in order, with what was judged; the rest says why it was not",
  { timeout: 60_000, tags: "timing" },
  async () => {
    const target = await startBehind(async (_, { send, honest }) => {
      const reply = await honest();
      await sleep(100);
      send(reply);
    });
    // In full it would take half a minute.
    const limits = { totalMs: 1_500, concurrency: 3 };
    const results = await runSuite(environmentAt(target, { limits }), { depth: "quick", seed: 1 });
    expect(results.summary.durationMs).toBeGreaterThanOrEqual(1_500);
    expect(results.summary.durationMs).toBeLessThan(15_000);
    expect(results.verdict).toBe("incomplete");
    expect(exitCodeOf(results)).toBe(3);
    expect(results.partial).toMatchObject({ interrupted: true, because: expect.stringContaining("limits.totalMs") });
    expect(results.reasons).toContain("The run ended early: its time was over after 2 s (`limits.totalMs`).");
    expect(results.requirements.some(({ judged }) => judged > 0)).toBe(true);
    const open = results.requirements.filter(({ status }) => status === "inconclusive");
    expect(open.length).toBeGreaterThan(0);
    expect(open.filter(({ reason }) => reason?.includes("limits.totalMs")).length).toBeGreaterThan(0);
    expect(results.requirements.filter(({ status }) => status === "failed")).toEqual([]);
  },
);
