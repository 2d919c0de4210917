/** An action that comes again on a way names the thing of the first time once more, through one face and then the other. */
import { expect, test } from "vitest";
import type { OpenPointValues } from "../../spec/vocabulary/profile.ts";
import type { OperationStep } from "../../spec/vocabulary/script.ts";
import { scriptsOf } from "../../suites/scripts/support/define-script.ts";
import { namedAgain } from "../../suites/scripts/support/processes/named-again.ts";
import { suiteContextFor } from "../generators/contexts.ts";

const paths = [
  ["open", "mend", "test", "mend", "sign"],
  ["open", "mend", "test", "sign"],
];

/** The actions of each script, where the example of `mend` names this and `x-100001` stands for what the service makes. */
function sent(part: string, depth: "quick" | "standard" = "standard") {
  const action = (key: string) => ({ key, groupLabel: "desk", creates: key === "open", appends: key !== "open" });
  const actions = [...["open", "test", "sign"].map(action), { ...action("mend"), examples: [{ part }] }];
  const workflow = { id: "1", actions };
  const shown = { "1": { "x-100001": ["parts", "*", "id"] } };
  const value: OpenPointValues["action-gating"] = { gating: "ordered", workflows: { "1": { paths } }, shown };
  const context = suiteContextFor();
  const scripts = namedAgain(
    {
      ...context,
      depth,
      target: { ...context.target, workflows: [workflow] },
      profile: { readings: { "action-gating": { value, evidence: "by hand" } } },
    },
    scriptsOf("gating"),
    [{ index: 0, workflow, rules: { paths } }],
  );
  return scripts.map(({ steps }) =>
    (steps as readonly OperationStep[]).flatMap((step) => (step.op === "create" || step.op === "act" ? [step] : [])),
  );
}

test("where it came before, with the same data through both faces, either of them first", () => {
  const scripts = sent("x-100001");
  expect(scripts.map((steps) => steps.map(({ action }) => action))).toEqual(
    Array.from({ length: 2 }, () => ["open", "mend", "test", "mend", "mend"]),
  );
  expect(scripts.map((steps) => steps.slice(-2).map(({ face }) => face))).toEqual([
    ["v2", "legacy"],
    ["legacy", "v2"],
  ]);
  for (const steps of scripts) {
    const [one, other] = steps.slice(-2);
    expect(one).toMatchObject({ sameThing: true, outOfOrder: true, traits: ["unfit.thing"] });
    expect({ ...one, face: other?.face }).toEqual(other);
    expect(steps.slice(0, -2).some((step) => "sameThing" in step)).toBe(false);
  }
});

test("none where its examples name nothing that the service makes, and none at depth quick", () => {
  expect(sent("y-100001")).toEqual([]);
  expect(sent("x-100001", "quick")).toEqual([]);
});
