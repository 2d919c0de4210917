/** Workflows with what was seen of the forms of their actions. */
import { expect, test } from "vitest";
import { workflowsWithForms } from "../../../spec/readings/forms.ts";
import type { JsonObject } from "../../../spec/json.ts";

const action = (key: string, creates = false) => ({ key, groupLabel: "all", creates, appends: !creates });
const workflows = [{ id: "1", actions: [action("settle", true), action("inspect"), action("treat")] }];
const form: JsonObject = { type: "object", required: ["mites"], additionalProperties: false };

/** Keys of the actions that may be appended, where inspect alone was seen to come. */
const appended = (forms: Record<string, JsonObject>): readonly string[] => {
  const value = { gating: "ordered", workflows: { "1": { next: { settle: ["inspect"], inspect: ["inspect"] } } } };
  const [seen] = workflowsWithForms(workflows, {
    readings: {
      "action-gating": { value: value as never, evidence: "" },
      "action-forms": { value: { "1": forms }, evidence: "" },
    },
  });
  return (seen?.actions ?? []).filter(({ appends }) => appends).map(({ key }) => key);
};

test("what never came, among actions whose forms had to be found, is not taken for one that takes any data", () => {
  expect(appended({ settle: form, inspect: form })).toEqual(["inspect"]);
  expect(appended({ treat: form })).toEqual(["inspect", "treat"]);
  expect(appended({})).toEqual(["inspect", "treat"]);
});
