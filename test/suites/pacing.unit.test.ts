/** What a target's rate means for the time of a run, and what is told of it. */
import { expect, test } from "vitest";
import { pacingOf, shutOutText, slowRun } from "../../suites/engine/pacing.ts";

const limits = { concurrency: 16 };
const cost = { exchanges: 3_000 };

test("a fast target changes nothing", () => {
  const pacing = pacingOf(cost, limits, undefined);
  expect(pacing).toMatchObject({ perSecond: Infinity, neededMs: 0, isSlow: false });
  expect(slowRun(pacing, 3_000, pacing.totalMs)).toBeUndefined();
});

test("where nothing bounds its time, a run has as long as the learned rate wants, and says so", () => {
  const pacing = pacingOf(cost, limits, 5);
  expect(pacing.neededMs).toBe(600_000);
  expect(pacing.totalMs).toBeGreaterThan(pacing.neededMs);
  expect(slowRun(pacing, 3_000, pacing.totalMs)).toEqual({
    text: "at 5 requests a second the 3,000 requests of this run take 10 min",
    fits: true,
  });
});

test("where its time is bounded and too short, that is told with the limit", () => {
  const pacing = pacingOf(cost, { ...limits, totalMs: 200_000 }, 4.56);
  const slow = slowRun(pacing, 3_000, 150_000);
  expect(slow).toMatchObject({ fits: false });
  expect(slow?.text).toMatch(
    /^at 4\.6 requests a second .* take 11 min, and it ends after 4 min \(`limits\.totalMs`\)$/,
  );
});

test("of an allowed and a learned rate the lower one counts", () => {
  expect(pacingOf(cost, { ...limits, requestsPerSecond: 20 }, 50).perSecond).toBe(20);
  expect(pacingOf(cost, { ...limits, requestsPerSecond: 20 }, 4).perSecond).toBe(4);
});

test("few scripts go at once where few requests do, and enough to keep the rate", () => {
  expect(pacingOf(cost, limits, undefined).mostAtOnce).toBe(Infinity);
  expect(pacingOf(cost, limits, 5).mostAtOnce).toBe(6);
  expect(pacingOf(cost, limits, 40).mostAtOnce).toBe(20);
});

test("a target that let nobody in is told with how often and how long", () => {
  expect(shutOutText({ times: 0, lastedMs: 0 })).toBeUndefined();
  expect(shutOutText({ times: 1, lastedMs: 3_100 })).toBe(
    "the target let nobody in once, for 4 s in all; what met its page was sent again",
  );
  expect(shutOutText({ times: 3, lastedMs: 120_000 })).toContain("3 times, for 2 min in all");
});
