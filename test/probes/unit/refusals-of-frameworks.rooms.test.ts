/** Forms that are learnt from the words of refusals, as validation frameworks print them. */
import { expect, test } from "vitest";
import { sampled, schemaValue } from "../../../generators/index.ts";
import { formOfRefused } from "../../../probes/process/forms/form.ts";
import { followsSchema } from "../../../spec/data-schemas/follows.ts";
import type { JsonObject } from "../../../spec/json.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { ActStep, Script } from "../../../spec/vocabulary/script.ts";
import { frameworks, membersOf, violationsOf, type Framework, type Violations } from "../lib/frameworks/index.ts";

const survey = { key: "survey", groupLabel: "all", creates: false, appends: true };

/** The form that is found for an action whose data the framework checks, what was taken last, and with how many requests. */
async function found(framework: Framework, oneByOne: boolean) {
  let requests = 0;
  let taken: JsonObject | undefined;
  const send = ({ data = {}, face }: Pick<ActStep, "data" | "face">): Exchange => {
    requests += 1;
    const [first, ...others] = violationsOf(framework, data);
    const violations: Violations | undefined = first && (oneByOne ? [first] : [first, ...others]);
    taken = violations ? undefined : data;
    const value = violations ? { error: framework.refusal(violations), data: null } : { error: null, data: "id" };
    const response = { status: violations ? 400 : 200, headers: {}, json: { value } };
    const intent = { kind: "act", traceId: "trace", actionKey: "survey", workflow: 0, data, files: [] };
    const common = { face, operationId: `${face}AppendAction`, defects: [], traits: [] };
    return { ...common, intent, response } as unknown as Exchange;
  };
  const run = (_: string, steps: Script["steps"]) => Promise.resolve(steps.map((step) => send(step as ActStep)));
  const refused = send({ face: "v2", data: { tcRun: "run", tcMark: "mark", plainTitle: "Title" } });
  const form = await formOfRefused({ run, runId: "run" }, 0, survey, refused);
  return { form, taken, requests: requests - 1 };
}

/** Those that tell of one violation alone have one way only. */
const cases = frameworks.flatMap((framework) =>
  (framework.tellsFirst ? [true] : [false, true]).map((oneByOne) => ({
    name: framework.name,
    way: oneByOne ? "one by one" : "all at once",
    framework,
    oneByOne,
  })),
);

test.each(cases)("a form is found by refusals: $name, $way", async ({ framework, oneByOne }) => {
  const { form, taken = {}, requests } = await found(framework, oneByOne);
  expect(form?.schema).toBeDefined();
  expect(form?.refusedOtherwise).toBeUndefined();
  expect(Object.keys(taken)).toEqual(expect.arrayContaining([...membersOf(framework)]));
  const { schema = {} } = form ?? {};
  const data = sampled(schemaValue(schema), { seed: 1, count: 20 }) as JsonObject[];
  for (const one of data) {
    expect(followsSchema(schema, one)).toBe(true);
    expect(violationsOf(framework, one)).toEqual([]);
  }
  expect(requests).toBeLessThanOrEqual(40);
});

test("a framework that tells nothing of the data is no way to their form", async () => {
  const silent: Framework = { name: "silent", isClosed: false, refusal: () => "invalid data" };
  const { form, taken } = await found(silent, false);
  expect(form).toBeUndefined();
  expect(taken).toBeUndefined();
});
