/** What a run may cost at most. */
import { describe, expect, test } from "vitest";
import { defaultLimits } from "../../driver/index.ts";
import { ExtraRequests, ReductionBudget, reductionRequestsOf, totalMsOf } from "../../suites/engine/run-budget.ts";

describe("the time of a run", () => {
  test("is what the configuration says", () => {
    expect(totalMsOf({ exchanges: 6_000, durationMs: 1 }, { ...defaultLimits, totalMs: 5_000 })).toBe(5_000);
  });

  test("is minutes where nothing is said, and grows with what is planned and with the rate that is kept", () => {
    const minutes = (exchanges: number, limits = {}, durationMs = 0): number =>
      totalMsOf({ exchanges, durationMs }, { ...defaultLimits, ...limits }) / 60_000;
    expect(minutes(900)).toBeLessThan(4);
    expect(minutes(6_000)).toBeGreaterThan(2 * minutes(900));
    // At 20 requests a second 6,000 requests take five minutes.
    expect(minutes(6_000, { requestsPerSecond: 20 })).toBeGreaterThan(10);
    expect(minutes(900, { concurrency: 1 })).toBeGreaterThan(30);
    expect(minutes(900, {}, 1_800_000)).toBeGreaterThan(30);
  });
});

describe("the search for smaller scripts", () => {
  test("may cost less than the run itself", () => {
    expect(reductionRequestsOf({ exchanges: 900 })).toBeLessThan(900);
  });

  test("ends when its requests are spent, whoever spent them", () => {
    const budget = new ReductionBudget(100, performance.now());
    expect(budget.take(60)).toBe(true);
    expect(budget.take(60)).toBe(false);
    budget.settle(60, 20);
    expect(budget.take(80)).toBe(true);
    expect(budget.isSpent).toBe(true);
  });

  test("goes on while planned scripts are under way, and afterwards half as long as they took", async () => {
    const startedMs = performance.now() - 60_000;
    const budget = new ReductionBudget(100, startedMs);
    await budget.planned(async () => {
      await budget.planned(() => Promise.resolve());
      expect(budget.isSpent).toBe(false);
    });
    expect(budget.isSpent).toBe(false);
    const late = new ReductionBudget(100, performance.now());
    await late.planned(() => Promise.resolve());
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(late.isSpent).toBe(true);
  });
});

test("nothing more is sent beside the plan where the planned scripts alone sent nearly twice as much", async () => {
  let sent = 200;
  const extra = new ExtraRequests(performance.now() - 60_000, () => sent);
  extra.begin({ exchanges: 1_000 });
  await extra.planned(600, () => Promise.resolve((sent += 600)));
  expect(extra.reductions.take(100)).toBe(true);
  expect(extra.again.take(100)).toBe(true);
  await extra.planned(400, () => Promise.resolve((sent += 1_300)));
  expect(extra.reductions.take(1)).toBe(false);
  expect(extra.again.take(1)).toBe(false);
});
