/** Each value that an action chooses from comes through one face, the other, and the one again, with the same before it. */
import { expect, test } from "vitest";
import type { OpenPointValues } from "../../spec/vocabulary/profile.ts";
import { chosenThroughEach } from "../../suites/scripts/support/processes/chosen-through-each.ts";
import { scriptsOf } from "../../suites/scripts/support/define-script.ts";
import { suiteContextFor } from "../generators/contexts.ts";

/** The face and the data of each `triage`, and what comes before and behind it. */
function sent(...values: string[]) {
  const properties = { priority: { enum: values }, team: { type: "string", minLength: 3 } };
  const dataSchema = { type: "object", required: ["priority", "team"], properties, additionalProperties: false };
  const triage = { key: "triage", groupLabel: "desk", creates: false, appends: true };
  const actions = [
    { key: "report", groupLabel: "desk", creates: true, appends: false },
    { ...triage, dataSchema },
  ];
  const rules = { next: { report: ["triage"], triage: [] } };
  const workflow = { id: "1", actions };
  const gating: OpenPointValues["action-gating"] = { gating: "ordered", workflows: { "1": rules } };
  const context = suiteContextFor();
  const scripts = chosenThroughEach(
    {
      ...context,
      target: { ...context.target, workflows: [workflow] },
      profile: { readings: { "action-gating": { value: gating, evidence: "by hand" } } },
    },
    scriptsOf("gating"),
    [{ index: 0, workflow, rules }],
  );
  return scripts.flatMap(({ steps }) =>
    steps.map((step) => {
      if (!("op" in step)) return "";
      return step.op === "act" ? `triage ${step.face} ${String(step.data["priority"])}` : `${step.op} ${step.face}`;
    }),
  );
}

test("three traces for each", () => {
  const all = sent("high", "normal");
  const each = (face: string, value: string) => [`create ${face}`, `triage ${face} ${value}`, "state v2"];
  const turns = (value: string) => ["v2", "legacy", "v2"].flatMap((face) => each(face, value));
  expect([
    [...turns("high"), ...turns("normal")],
    [...turns("normal"), ...turns("high")],
  ]).toContainEqual(all);
});

test("none where there is nothing to choose", () => {
  expect(sent("high")).toEqual([]);
});
