/** What is tried in the workflows that are processes behind the first: in their own place, and within one budget. */
import { expect, test } from "vitest";
import type { OpenPointValues, Profile } from "../../spec/vocabulary/profile.ts";
import { placedSteps } from "../../spec/vocabulary/placed-steps.ts";
import { gating } from "../../suites/scripts/areas/gating.ts";
import { suiteContextFor } from "../generators/contexts.ts";

const action = (key: string) => ({ key, groupLabel: "all", creates: key === "open", appends: key !== "open" });
const workflowOf = (id: string) => ({ id, actions: ["open", "ship", "pay", "close"].map(action) });
const rules = { next: { open: ["ship"], ship: ["ship", "pay"], pay: ["close"], close: [] }, atMost: { ship: 3 } };

/** The scripts of each workflow behind the first, with their steps. */
function ofFurther(count: number) {
  const workflows = Array.from({ length: count + 1 }, (_, index) => workflowOf(String(index)));
  const value: OpenPointValues["action-gating"] = {
    gating: "ordered",
    workflows: Object.fromEntries(workflows.map(({ id }) => [id, rules])),
  };
  const context = suiteContextFor();
  const profile: Profile = { readings: { "action-gating": { value, evidence: "by hand" } } };
  const scripts = gating.scripts({ ...context, profile, target: { ...context.target, workflows } });
  return scripts.flatMap(({ id, steps }) => {
    const [, index] = /-of-(\d+)$/.exec(id) ?? [];
    return index === undefined
      ? []
      : [{ id, index: Number(index), steps: placedSteps({ steps }).map(({ step }) => step) }];
  });
}

test("each search looks for what was done in the workflow in which it was done", () => {
  const searched = ofFurther(1).flatMap(({ steps }) => steps.filter(({ op }) => op === "search"));
  expect(searched.length).toBeGreaterThan(4);
  expect(searched.map((step) => ("workflow" in step ? step.workflow : undefined))).toEqual(searched.map(() => 1));
});

test("however many there are, each has its first scripts, and all together a bounded number of steps", () => {
  const scripts = ofFurther(5);
  expect([...new Set(scripts.map(({ index }) => index))].sort()).toEqual([1, 2, 3, 4, 5]);
  const counts = (index: number) => scripts.filter((one) => one.index === index).length;
  expect(Math.abs(counts(1) - counts(5))).toBeLessThanOrEqual(2);
  expect(scripts.flatMap(({ steps }) => steps).length).toBeLessThanOrEqual(400);
});
