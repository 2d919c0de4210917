/** How a bound on requests in flight is told from answers that are busy by chance. */
import { describe, expect, test } from "vitest";
import { InFlightBound } from "../../driver/client/in-flight-bound.ts";

/** So many answers with each number in flight, of which this share was busy. */
function after(answers: number, busy: (inFlight: number) => number, most = 8): number | undefined {
  const bound = new InFlightBound();
  for (let inFlight = 1; inFlight <= most; inFlight++)
    for (let at = 0; at < answers; at++) bound.add(inFlight, at < answers * busy(inFlight));
  return bound.most;
}

describe("a bound is seen", () => {
  test.each([1, 2, 4, 7])("of %i at once", (most) => {
    expect(after(20, (inFlight) => (inFlight > most ? 1 : 0))).toBe(most);
  });

  test("where some of those beyond are taken, and few below are not", () => {
    expect(after(20, (inFlight) => (inFlight > 4 ? 0.4 : 0.05))).toBe(4);
  });
});

describe("no bound is seen", () => {
  test.each([0, 0.05, 0.3, 1])("where %d of all are busy, however many are in flight", (share) => {
    expect(after(60, () => share)).toBeUndefined();
  });

  test("after a handful of answers", () => {
    expect(after(3, (inFlight) => (inFlight > 4 ? 1 : 0))).toBeUndefined();
  });
});
