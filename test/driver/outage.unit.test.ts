/** A target that is away for a while, told from one that fails now and then. */
import { expect, test } from "vitest";
import { Outage } from "../../driver/client/outage.ts";

/** Whether what came of the first of so many faults in a row was of a while in which the target was away. */
function isAwayAfter(faults: number): boolean {
  const outage = new Outage();
  for (let at = 0; at < faults; at++) outage.fault();
  const atMs = performance.now();
  const before = outage.wasAway(atMs);
  outage.ended();
  return !before && outage.wasAway(atMs) && !outage.wasAway(performance.now() + 1_000);
}

test("many faults in a row are of a target that is away, once it is back", () => {
  expect(isAwayAfter(12)).toBe(true);
});

test("a few are faults of their own", () => {
  expect(isAwayAfter(3)).toBe(false);
});
