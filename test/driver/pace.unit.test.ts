/** No second has more requests than a rate allows, by when they are sent. */
import { describe, expect, it } from "vitest";
import { EvenPace, PaceInBursts, type Pace } from "../../driver/client/pace.ts";

const perSecond = 10;
const paces: readonly (readonly [name: string, make: () => Pace])[] = [
  ["evenly", () => new EvenPace(perSecond, 4)],
  ["in bursts", () => new PaceInBursts(perSecond, 4)],
];

/** When each is sent: as soon as may be, but for a delay that the machine adds to it, and to no other. */
function sentAt(pace: Pace, delayMs: (number: number) => number): readonly number[] {
  const times: number[] = [];
  let started = 0;
  let dueMs: readonly number[] = [];
  for (let now = 0; times.length < 60; now++) {
    for (; pace.nextMs <= now; dueMs = [...dueMs, now + delayMs(started++)]) pace.started(now);
    for (const _ of dueMs.filter((due) => due <= now)) {
      pace.sent(now);
      times.push(now);
    }
    dueMs = dueMs.filter((due) => due > now);
  }
  return times;
}

const mostInASecond = (times: readonly number[]): number =>
  Math.max(...times.map((start) => times.filter((at) => at >= start && at < start + 1_000).length));

describe.each(paces)("requests that start %s", (_, make) => {
  it("are as many in a second as the rate says", () => {
    expect(mostInASecond(sentAt(make(), () => 0))).toBe(perSecond);
  });

  it("are no more where the machine sends some of them late", () => {
    expect(mostInASecond(sentAt(make(), (number) => (number < perSecond ? 400 : 0)))).toBeLessThanOrEqual(perSecond);
  });

  it("count where they start, while they are not sent", () => {
    const pace = make();
    for (let number = 0; number < perSecond; number++) pace.started(0);
    expect(pace.nextMs).toBeGreaterThan(1_000);
    pace.sent(400);
    expect(pace.nextMs).toBeGreaterThan(1_400);
  });

  it("count once, however often they are said to be sent", () => {
    const pace = make();
    for (let number = 0; number < perSecond; number++) {
      pace.started(0);
      pace.sent(0);
    }
    pace.sent(5_000);
    expect(pace.nextMs).toBeLessThan(5_000);
  });
});

it("a rate that was set lets a tenth of a second's worth start together, and then rests as long", () => {
  const times = sentAt(new EvenPace(40, 32), () => 0).slice(0, 12);
  expect(times).toEqual([0, 0, 0, 0, 105, 105, 105, 105, 210, 210, 210, 210]);
  expect(sentAt(new EvenPace(10, 32), () => 0).slice(0, 3)).toEqual([0, 105, 210]);
  expect(sentAt(new EvenPace(0.5, 32), () => 0).slice(0, 3)).toEqual([0, 2_100, 4_200]);
});
