/** How the rate that a target takes is learned from its refusals, and kept to. */
import { describe, expect, test } from "vitest";
import { LearnedRate } from "../../driver/client/learned-rate.ts";
import { EvenPace, PaceInBursts } from "../../driver/client/pace.ts";

/** Refusals a second apart, with so many taken between one and the next. */
function after(...taken: readonly number[]): LearnedRate {
  const rate = new LearnedRate();
  rate.refused(0);
  taken.forEach((count, at) => {
    for (let one = 0; one < count; one++) rate.taken(true);
    rate.refused(1_000 * (at + 1));
  });
  return rate;
}

test("nothing is learned from one refusal or two", () => {
  expect(after().perSecond).toBeUndefined();
  expect(after(5).perSecond).toBeUndefined();
});

test("the rate is what was taken between refusals, and a moment with little to send does not lower it", () => {
  expect(after(5, 5).perSecond).toBe(5);
  expect(after(5, 1, 2, 5).perSecond).toBe(5);
});

test("a target that refuses whatever comes makes a run no slower than two a second", () => {
  expect(after(1, 1, 1, 1, 1).perSecond).toBe(2);
});

test("refusals of one moment count once", () => {
  const rate = after(5, 5);
  expect(rate.refused(2_100)).toBe(false);
  expect(rate.perSecond).toBe(5);
});

test("more is tried after a while without refusals, but only where more would have been sent", () => {
  const rate = after(5, 5);
  for (let one = 0; one < 30; one++) rate.taken(false);
  expect(rate.perSecond).toBe(5);
  for (let one = 0; one < 10; one++) rate.taken(true);
  expect(rate.perSecond).toBeCloseTo(5.5);
});

test("a rate that was refused is kept below, and tried again much later", () => {
  const rate = after(5, 5);
  const takes = (count: number) => {
    for (let one = 0; one < count; one++) rate.taken(true);
  };
  takes(30);
  expect(rate.perSecond).toBeCloseTo(5 * 1.1 ** 3);
  rate.refused(60_000);
  expect(rate.perSecond).toBeCloseTo(5 * 1.1 ** 2);
  takes(10);
  expect(rate.perSecond).toBeCloseTo(0.95 * 5 * 1.1 ** 3);
  takes(190);
  expect(rate.perSecond).toBeCloseTo(0.95 * 5 * 1.1 ** 3);
  takes(10);
  expect(rate.perSecond).toBeCloseTo(0.95 * 5 * 1.1 ** 4);
});

describe.each([
  ["evenly", EvenPace, 1],
  ["in bursts", PaceInBursts, 2],
])("a pace %s", (_, Kind, together) => {
  const pace = new Kind(5, 8);
  const starts: number[] = [];
  for (let now = 0; starts.length < 40; now += 1) {
    for (; pace.nextMs <= now && starts.length < 40; starts.push(now)) pace.started(now);
  }

  test("lets no second have more than its rate, and hardly less", () => {
    for (const start of starts)
      expect(starts.filter((at) => at >= start && at < start + 1_000).length).toBeLessThanOrEqual(5);
    expect(starts.at(-1)).toBeLessThan(9_500);
  });

  test(`lets ${String(together)} start together`, () => {
    const most = Math.max(...starts.map((start) => starts.filter((at) => at === start).length));
    expect(most).toBe(together);
  });
});
