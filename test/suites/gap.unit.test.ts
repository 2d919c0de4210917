/** A script without a failure shows something only where it was sent, answered and judged. */
import { expect, test } from "vitest";
import { gapIn } from "../../suites/engine/results/gap.ts";

const whole = { exchanges: 4, answered: 4, judgements: 9, wellFormed: { sent: 2, succeeded: 2 }, unsent: [] };

test("what was sent and judged has no gap, nor has what a longer list would bring", () => {
  expect(gapIn({ seen: whole })).toBeUndefined();
  expect(gapIn({ seen: { ...whole, unsent: [{ step: "1", reason: "page $p has no endCursor" }] } })).toBeUndefined();
});

test.each([
  ["nothing ran", undefined, "no step"],
  ["nothing was sent", { ...whole, exchanges: 0 }, "no step"],
  ["nothing was answered", { ...whole, answered: 0, wellFormed: { sent: 0, succeeded: 0 } }, "answered nothing"],
  ["all was refused", { ...whole, wellFormed: { sent: 2, succeeded: 0 } }, "each of the 2 well-formed requests"],
  ["nothing was judged", { ...whole, judgements: 0 }, "could be judged"],
  [
    "a password is missing",
    { ...whole, unsent: [{ step: "1", reason: "no password", remedy: "it" }] },
    "1 of its steps",
  ],
])("where %s, that is told", (_, seen, what) => {
  expect(gapIn(seen ? { seen } : {})?.what).toContain(what);
});
