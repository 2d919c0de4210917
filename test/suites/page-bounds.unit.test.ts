/** Which pages scripts ask for: each kind through either endpoint set, and none of more links than the target was seen to give. */
import { expect, test } from "vitest";
import { embeddedEnvironment, profileOfPins } from "../../driver/index.ts";
import { embeddedTarget } from "../../reference/embedded-target.ts";
import { placedSteps } from "../../spec/vocabulary/placed-steps.ts";
import type { OpenPointValues } from "../../spec/vocabulary/profile.ts";
import type { OperationStep } from "../../spec/vocabulary/script.ts";
import { catalog } from "../../suites/engine/plan/catalog.ts";
import { suiteContext } from "../../suites/engine/record/suite-context.ts";

function stepsWithin(size: OpenPointValues["page-size"], seed = 3): readonly OperationStep[] {
  const environment = embeddedEnvironment("http://127.0.0.1:9", embeddedTarget, {});
  const profile = profileOfPins({ "page-size": size, "legacy-details-input": { form: "arguments", neutral: {} } });
  const context = suiteContext(environment, profile, { runId: "r", depth: "standard", seed });
  const scripts = catalog(context).flatMap((group) => group.scripts);
  return scripts.flatMap((script) => placedSteps(script).map(({ step }) => step));
}

/** The sizes that plain pages and walks ask for. */
const sizesIn = (steps: readonly OperationStep[], face: OperationStep["face"]): readonly number[] =>
  steps.flatMap((step) => {
    if (step.face !== face || (step.traits ?? []).length > 0) return [];
    if (step.op === "walk") return [step.size];
    if (step.op !== "details") return [];
    return [step.page?.first, step.page?.last].filter((size) => typeof size === "number");
  });

test.each([1, 2, 4, 7, 15, 50])("none above %i where that is the largest that is not refused", (cap) => {
  const steps = stepsWithin({ default: 2, cap, beyondCap: "refused" });
  for (const face of ["v2", "legacy"] as const) expect(Math.max(...sizesIn(steps, face))).toBe(cap);
});

test("one endpoint set's bound is not the other's", () => {
  const legacy = { cap: 3, beyondCap: "refused" } as const;
  const steps = stepsWithin({ default: null, cap: null, beyondCap: "none-seen", legacy });
  expect(Math.max(...sizesIn(steps, "v2"))).toBe(50);
  expect(Math.max(...sizesIn(steps, "legacy"))).toBe(3);
});

test("a size that is clamped is asked for all the same", () => {
  const steps = stepsWithin({ default: 3, cap: 5, beyondCap: "clamped" });
  expect(Math.max(...sizesIn(steps, "v2"))).toBe(50);
});

test.each([3, 9, 26, 77])(
  "each endpoint set is walked one by one and in twos, there and back, with seed %i",
  (seed) => {
    const steps = stepsWithin({ default: null, cap: null, beyondCap: "none-seen" }, seed);
    const walked = new Set(
      steps.flatMap((step) => (step.op === "walk" ? [`${step.face} ${String(step.size)} ${step.direction}`] : [])),
    );
    for (const face of ["v2", "legacy"])
      for (const size of [1, 2, 5])
        for (const direction of ["forward", "backward"])
          expect(walked).toContain(`${face} ${String(size)} ${direction}`);
  },
);
