/** Members that the refusals of a later action name are tried on the trace, until it is taken. */
import { expect, test } from "vitest";
import { formOnTrace } from "../../../probes/process/form.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { ActStep, Script } from "../../../spec/vocabulary/script.ts";
import type { JsonObject } from "../../../spec/json.ts";

const weigh = { key: "weigh", groupLabel: "all", creates: false, appends: true };

/** What is found on a trace whose action is refused in these words; and how many requests it took. */
async function found(wrong: (data: JsonObject) => string | undefined) {
  let requests = 0;
  const send = (step: ActStep): Exchange => {
    requests += 1;
    const message = wrong(step.data);
    const value = message === undefined ? { error: null, data: "id" } : { error: { message }, data: null };
    const response = { status: message === undefined ? 200 : 400, headers: {}, json: { value } };
    const intent = { kind: "act", traceId: "trace", actionKey: step.action, workflow: 0, data: step.data, files: [] };
    return {
      face: "v2",
      operationId: "v2AppendAction",
      intent,
      defects: [],
      traits: [],
      response,
    } as unknown as Exchange;
  };
  const run = (_: string, steps: Script["steps"]) => Promise.resolve(steps.map((step) => send(step as ActStep)));
  const refused = send({ op: "act", face: "v2", trace: "trace", action: "weigh", data: {} });
  return { schema: await formOnTrace({ run, runId: "run" }, 0, weigh, refused), requests: requests - 1 };
}

test("a member that is named is found with its type", async () => {
  const { schema } = await found(({ grams }) =>
    typeof grams === "number" ? undefined : "grams is required for weigh",
  );
  expect(schema).toMatchObject({ required: ["grams"], properties: { grams: { type: "integer" } } });
});

test("a member whose name is a word of any refusal is known by what stands before it", async () => {
  const refusing = (told: string) =>
    found((data) => (typeof data["object"] === "string" ? undefined : told)).then(({ schema }) => schema?.["required"]);
  expect(await refusing("data.object is missing")).toEqual(["object"]);
  expect(await refusing("the object is missing")).toBeUndefined();
});

test("several are found one after the other", async () => {
  const wanted = ["method", "result"];
  const { schema } = await found((data) => {
    const missing = wanted.find((name) => !Object.hasOwn(data, name));
    return missing === undefined ? undefined : `${missing} is required`;
  });
  expect(schema?.["required"]).toEqual(wanted);
});

test("a refusal that is not about data is asked nothing, and one that never ends not for long", async () => {
  expect(await found(() => "006 action not allowed now")).toEqual({ schema: undefined, requests: 0 });
  const endless = await found(() => "grams is required");
  expect(endless.schema).toBeUndefined();
  expect(endless.requests).toBeLessThanOrEqual(25);
});
