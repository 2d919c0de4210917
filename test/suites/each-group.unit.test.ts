/** An action that is open to several groups is done by each of them. */
import { expect, test } from "vitest";
import { scriptsOf } from "../../suites/scripts/support/define-script.ts";
import { eachGroup } from "../../suites/scripts/support/people/each-group.ts";
import type { OpenPointValues } from "../../spec/vocabulary/profile.ts";
import { suiteContextFor } from "../generators/contexts.ts";

const action = (key: string, groupLabel: string) => ({
  key,
  groupLabel,
  creates: key === "open",
  appends: key !== "open",
});
const actions = [action("open", "sales"), action("note", "sales"), action("note", "lab"), action("ship", "lab")];

function groupsSent(gating: OpenPointValues["action-gating"]): readonly (string | undefined)[] {
  const context = suiteContextFor();
  const profile = { readings: { "action-gating": { value: gating, evidence: "" } } };
  const scripts = eachGroup(
    { ...context, target: { ...context.target, workflows: [{ id: "1", actions }] }, profile },
    scriptsOf("people"),
  );
  return scripts.flatMap(({ steps }) =>
    steps.flatMap((step) => ("op" in step && step.op === "act" && step.action === "note" ? [step.group] : [])),
  );
}

test("where any action may come at any time, and where a list names the groups", () => {
  expect(groupsSent({ gating: "free" })).toEqual(["lab", "sales"]);
  const workflows = { "1": { after: { ship: ["note"] } } };
  expect(groupsSent({ gating: "listed", path: ["next"], by: "entry", workflows })).toEqual(["lab", "sales"]);
});

test("not where rules or a list say nothing of groups, one of which may have to wait", () => {
  const workflows = { "1": { after: { ship: ["note"] } } };
  expect(groupsSent({ gating: "ordered", workflows })).toEqual([]);
  expect(groupsSent({ gating: "listed", path: ["next"], by: "all", workflows })).toEqual([]);
});
