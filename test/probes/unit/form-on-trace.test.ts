/** Members that the refusals of a later action name are tried on the trace, until it is taken. */
import { expect, test } from "vitest";
import { withMarker } from "../../../generators/index.ts";
import { formOfRefused } from "../../../probes/process/forms/form.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { ActStep, Script } from "../../../spec/vocabulary/script.ts";
import type { JsonObject } from "../../../spec/json.ts";

const weigh = { key: "weigh", groupLabel: "all", creates: false, appends: true };

/** What is found on a trace whose action is refused in these words; and how many requests it took. */
async function found(wrong: (data: JsonObject) => string | undefined, plain: JsonObject = {}) {
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
  const refused = send({ op: "act", face: "v2", trace: "trace", action: "weigh", data: plain });
  const found = await formOfRefused({ run, runId: "run" }, 0, weigh, refused);
  return { schema: found?.schema, requests: requests - 1 };
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

test("a form that takes no other members is found without ours, with values that its refusals offer", async () => {
  const refusing = (data: JsonObject): string | undefined => {
    const { queen, mites } = data;
    if (queen === undefined) return "data must have required property 'queen'";
    if (typeof queen !== "string") return "data/queen must be string";
    if (!["marked", "missing"].includes(queen)) {
      return "data/queen must be equal to one of the allowed values: marked, missing";
    }
    if (mites === undefined) return "data must have required property 'mites'";
    if (!Number.isInteger(mites)) return "data/mites must be integer";
    if (Number(mites) < 40) return "data/mites must be >= 40";
    const other = Object.keys(data).find((name) => !["queen", "mites"].includes(name));
    return other === undefined ? undefined : `data must NOT have additional property '${other}'`;
  };
  const { schema, requests } = await found(refusing);
  expect(schema).toEqual({
    type: "object",
    required: ["queen", "mites"],
    properties: { queen: { const: "marked" }, mites: { const: 40 } },
    additionalProperties: false,
  });
  expect(requests).toBeLessThanOrEqual(20);
});

test("an action that takes no data at all is known by what it refuses", async () => {
  const { schema } = await found(
    (data) => {
      const [other] = Object.keys(data);
      return other === undefined ? undefined : `data must NOT have additional property '${other}'`;
    },
    withMarker({ title: "Title" }, { run: "run", marker: "one" }),
  );
  expect(schema).toEqual({ type: "object", required: [], properties: {}, additionalProperties: false });
});

test("texts are made as patterns and lengths in refusals want them", async () => {
  const { schema } = await found(({ code, words }) => {
    if (code === undefined) return "data must have required property 'code'";
    if (!/^[A-Z]{2}-[0-9]{4}$/.test(String(code))) return 'data/code must match pattern "^[A-Z]{2}-[0-9]{4}$"';
    if (words === undefined) return "data must have required property 'words'";
    return String(words).length < 12 ? "data/words must NOT have fewer than 12 characters" : undefined;
  });
  expect(schema?.["properties"]).toEqual({
    code: { type: "string", pattern: "^[A-Z]{2}-[0-9]{4}$" },
    words: { type: "string", minLength: 12, maxLength: 12 },
  });
});
