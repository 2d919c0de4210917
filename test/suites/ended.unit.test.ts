/** Traces that have come to an end, by each action that may be the last. */
import { expect, test } from "vitest";
import type { OpenPointValues, Profile } from "../../spec/vocabulary/profile.ts";
import { placedSteps } from "../../spec/vocabulary/placed-steps.ts";
import { ended } from "../../suites/scripts/support/processes/ended.ts";
import { scriptsOf } from "../../suites/scripts/support/define-script.ts";
import { suiteContextFor } from "../generators/contexts.ts";

const keys = ["open", "ship", "return", "scrap"];
const workflow = {
  id: "1",
  actions: keys.map((key) => ({ key, groupLabel: "all", creates: key === "open", appends: key !== "open" })),
};
const rules = { next: { open: ["ship", "scrap"], ship: ["return", "scrap"], return: [], scrap: [] } };

/** What is done on each trace before the first action that is out of order. */
function waysIn(depth: "quick" | "standard"): readonly string[] {
  const context = suiteContextFor();
  const value: OpenPointValues["action-gating"] = { gating: "ordered", workflows: { "1": rules } };
  const profile: Profile = { readings: { "action-gating": { value, evidence: "by hand" } } };
  const made = ended({ ...context, profile, depth }, scriptsOf("gating"), [{ index: 0, workflow, rules }]);
  return made.map((script) =>
    placedSteps(script)
      .flatMap(({ step }) =>
        step.op === "create" || (step.op === "act" && !step.outOfOrder) ? [String(step.action)] : [],
      )
      .join(" "),
  );
}

test("the shortest way to each of them, and in a quick run to one", () => {
  expect(waysIn("standard")).toEqual(["open scrap", "open ship return"]);
  expect(waysIn("quick")).toEqual(["open scrap"]);
});
