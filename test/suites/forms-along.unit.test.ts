/** Data against their form, at each place of a way through a process. */
import { expect, test } from "vitest";
import { scriptsOf } from "../../suites/scripts/support/define-script.ts";
import { formsAlong } from "../../suites/scripts/support/refusals/forms-along.ts";
import { suiteContextFor } from "../generators/contexts.ts";

const dataSchema = {
  type: "object",
  required: ["size"],
  properties: { size: { type: "integer", minimum: 1 } },
  additionalProperties: false,
};
const action = (key: string) => ({
  ...{ key, groupLabel: "all", creates: key === "open", appends: key !== "open", dataSchema },
});
const workflow = { id: "1", actions: ["open", "ship", "close"].map(action) };
const value = {
  gating: "ordered" as const,
  workflows: { "1": { next: { open: ["ship"], ship: ["close"], close: [] } } },
};

/** What each script sends on its way: the action, the face, and what is wrong with the data. */
function sent(depth: "quick" | "standard") {
  const context = suiteContextFor();
  const profile = { readings: { "action-gating": { value, evidence: "by hand" } } };
  const target = { ...context.target, workflows: [workflow] };
  return formsAlong({ ...context, depth, profile, target }, scriptsOf("may-refuse")).map(({ steps }) =>
    steps.flatMap((step) =>
      "op" in step && step.op === "act"
        ? [[step.action, step.face, ...(step.outOfOrder ? (step.traits ?? []) : ["in order"])].join(" ")]
        : [],
    ),
  );
}

test("each action is sent in three wrong ways through both faces before it is done, on two traces", () => {
  const [byV2 = [], byLegacy = [], ...others] = sent("standard");
  expect(others).toEqual([]);
  const triesOf = (key: string, all: readonly string[]) => all.filter((one) => one.startsWith(`${key} `)).slice(0, -1);
  for (const key of ["ship", "close"]) {
    expect(triesOf(key, byV2)).toHaveLength(6);
    const [first = "", second = ""] = triesOf(key, byV2);
    expect([first.includes(" v2 unfit."), second]).toEqual([true, first.replace("v2", "legacy")]);
    expect(triesOf(key, byLegacy)[0]).toBe(second);
    // What is right comes in its order, so that the data are kept that decide.
    expect(byV2.filter((one) => one.startsWith(`${key} `) && one.endsWith("in order"))).toHaveLength(1);
  }
  // Nothing is missed on the creation: other scripts do that.
  expect(byV2.some((one) => one.startsWith("open"))).toBe(false);
});

test("a quick run has none", () => {
  expect(sent("quick")).toEqual([]);
});
