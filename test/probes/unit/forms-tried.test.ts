/** What refusals say of the data that actions take, where one example alone is given. */
import { expect, test } from "vitest";
import { fitData } from "../../../generators/index.ts";
import { FormsTried } from "../../../probes/process/forms/forms-tried.ts";
import type { JsonObject } from "../../../spec/json.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";

const refusal = (message: string, status = 400): Exchange =>
  ({ intent: { kind: "act" }, response: { status, json: { value: { error: { message } } } } }) as unknown as Exchange;
const unknownMember = refusal("$.tcRun is not expected");
const remark = (...examples: readonly JsonObject[]) => ({
  ...{ key: "remark", groupLabel: "all", creates: false, appends: true },
  examples,
});
const forms = () => new FormsTried({ run: () => Promise.resolve([]), runId: "run" }, 0);

test("a refusal that names what stood beside the only example says that nothing may", () => {
  const tried = forms();
  const action = remark({ text: "called the tenant", floor: 3 });
  const dataSchema = tried.closed(action, [unknownMember]);
  const { data } = fitData(
    { ...action, ...(dataSchema ? { dataSchema } : {}) },
    { data: { tcRun: "run", tcMark: "a~run~1" } },
  );
  expect(Object.keys(data).sort()).toEqual(["floor", "text"]);
  expect(data).toMatchObject({ floor: 3 });
  expect(data["text"]).not.toBe("called the tenant");
  // Told once; what was never taken is found as the example stands.
  expect(tried.closed(action, [unknownMember])).toBeUndefined();
  expect(tried.found["remark"]?.["enum"]).toEqual(action.examples);
  tried.taken(action);
  expect(tried.found["remark"]).toEqual(dataSchema);
});

test("single words, codes and numbers stay as they are", () => {
  const example = { reason: "broken", code: "AB-12", count: 2 };
  expect(forms().closed(remark(example), [unknownMember])?.["enum"]).toEqual([example]);
});

test("any other refusal says nothing, and neither does one where several examples are given", () => {
  const one = remark({ text: "called the tenant" });
  for (const other of [refusal("$.text is too short"), refusal("tcRun", 403), refusal("not now")])
    expect(forms().closed(one, [other])).toBeUndefined();
  expect(forms().closed(remark({ text: "a b" }, { text: "c d" }), [unknownMember])).toBeUndefined();
});

test("whichever of the members beside the example a refusal names, it says the same", () => {
  const one = remark({ text: "called the tenant", title: "Call" });
  const withData = (message: string) => {
    const refused = refusal(message);
    return {
      ...refused,
      intent: { ...refused.intent, data: { text: "called", title: "Call", urgent: true } },
    } as Exchange;
  };
  expect(forms().closed(one, [withData('unknown member "urgent"')])).toBeDefined();
  for (const other of [withData('unknown member "title"'), withData("urgent is not true")])
    expect(forms().closed(one, [other])).toBeUndefined();
});
