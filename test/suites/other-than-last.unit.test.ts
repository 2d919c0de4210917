/** Of several actions of a kind on a trace each brings other data than the one before, where its form has any. */
import { expect, test } from "vitest";
import { schemaOfExamples } from "../../driver/configuration/examples.ts";
import type { JsonObject } from "../../spec/json.ts";
import { unfitTraits } from "../../spec/vocabulary/unfit-traits.ts";
import type { OperationStep } from "../../spec/vocabulary/script.ts";
import { followSchemas } from "../../suites/scripts/finish/follow-schemas.ts";
import { suiteContextFor } from "../generators/contexts.ts";

const examples: readonly JsonObject[] = [{ units: 5 }, { units: 12, packs: 3 }];
const deliver = { key: "deliver", groupLabel: "depot", creates: false, appends: true };

/** What the deliveries of a script bring whose documents are these. */
function sent(documents: readonly JsonObject[], dataSchema: JsonObject, traits?: readonly string[]) {
  const context = suiteContextFor();
  const workflows = [{ id: "1", actions: [{ ...deliver, examples, dataSchema }] }];
  const steps = documents.map((document, at): OperationStep => ({
    ...{ op: "act", face: "v2", trace: "0b7e9d0c-0000-4000-8000-000000000000", workflow: 0, action: "deliver" },
    data: { tcRun: "run", tcMark: `x~run~${String(at)}`, ...document },
    ...(traits ? { traits } : {}),
  }));
  const script = followSchemas({ ...context, target: { ...context.target, workflows } }, { id: "s", title: "", steps });
  return script.steps.flatMap((step) => ("op" in step && step.op === "act" ? [step.data] : []));
}

test("two examples take turns", () => {
  const all = sent(
    [0, 1, 2, 3, 4, 5].map((number) => ({ number })),
    schemaOfExamples(examples),
  );
  expect(all.slice(1).every((data, at) => JSON.stringify(data) !== JSON.stringify(all[at]))).toBe(true);
  expect(new Set(all.map((data) => data["units"]))).toEqual(new Set([5, 12]));
});

test("what has one form alone comes again", () => {
  expect(sent([{ number: 0 }, { number: 1 }], { const: { units: 5 } })).toHaveLength(2);
});

test("what is sent to be refused through both faces brings the same", () => {
  const [one, other] = sent([{ number: 0 }, { number: 0 }], schemaOfExamples(examples), [unfitTraits.sender]);
  expect(other).toEqual(one);
});
