/** Services that hold data against a form before they look whose turn it is: forms are found though the action may not come. */
import { expect, test } from "vitest";
import { formOfRefused } from "../../../probes/process/forms/form.ts";
import { Explorer } from "../../../probes/process/walk/explore.ts";
import type { JsonObject } from "../../../spec/json.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { ActStep, Script } from "../../../spec/vocabulary/script.ts";
import type { WorkflowDescription } from "../../../spec/vocabulary/target.ts";
import { serviceThat, target, type Refuses, type Write } from "../lib/refusing-service.ts";

const weigh = { key: "weigh", groupLabel: "all", creates: false, appends: true };

interface Refused {
  readonly code: string;
  readonly message: string;
}

/** What is found for `weigh`, which is refused so, and with how many requests. */
async function found(wrong: (data: JsonObject) => Refused | undefined) {
  let requests = 0;
  const send = ({ data, face }: Pick<ActStep, "data" | "face">): Exchange => {
    requests += 1;
    const error = wrong(data);
    const value = error === undefined ? { error: null, data: "id" } : { error, data: null };
    const response = { status: error === undefined ? 200 : 400, headers: {}, json: { value } };
    const intent = { kind: "act", traceId: "trace", actionKey: "weigh", workflow: 0, data, files: [] };
    return {
      face,
      operationId: `${face}AppendAction`,
      intent,
      defects: [],
      traits: [],
      response,
    } as unknown as Exchange;
  };
  const run = (_: string, steps: Script["steps"]) => Promise.resolve(steps.map((step) => send(step as ActStep)));
  const refused = send({ face: "v2", data: { tcRun: "run" } });
  const form = await formOfRefused({ run, runId: "run" }, 0, weigh, refused);
  return { form, requests: requests - 1 };
}

const form = (message: string): Refused => ({ code: "form", message });
const unknownIn = (data: JsonObject, ...known: readonly string[]) =>
  Object.keys(data).find((name) => !known.includes(name));

/** A closed form of one number, and then what else is wrong. */
const grams =
  (otherwise: Refused | undefined) =>
  (data: JsonObject): Refused | undefined => {
    const other = unknownIn(data, "grams");
    if (other !== undefined) return form(`"${other}" is not allowed`);
    if (!Object.hasOwn(data, "grams")) return form('"grams" is required');
    return Number.isInteger(data["grams"]) ? otherwise : form('"grams" must be an integer');
  };

test.each<Refused>([
  { code: "step", message: "the step weigh is not open" },
  { code: "rule", message: "a weighing is made by another than who opened" },
  { code: "file", message: "a file must come with this action" },
])("data are right where something else is refused: $message", async (otherwise) => {
  const { form: right, requests } = await found(grams(otherwise));
  expect(right?.schema).toMatchObject({ required: ["grams"], additionalProperties: false });
  expect(right?.refusedOtherwise?.isClosed).toBe(true);
  expect(requests).toBeLessThanOrEqual(12);
});

test("what was taken was not refused for something else", async () => {
  expect((await found(grams(undefined))).form?.refusedOtherwise).toBeUndefined();
});

test("numbers that are too many together are sent as few as may be", async () => {
  const { form: sum } = await found((data) => {
    const other = unknownIn(data, "inner", "outer");
    if (other !== undefined) return form(`"${other}" is not allowed`);
    const missing = ["inner", "outer"].find((name) => typeof data[name] !== "number");
    if (missing !== undefined) return form(`'${missing}' must be an integer`);
    const total = Number(data["inner"]) + Number(data["outer"]);
    return total > 1 ? { code: "sum", message: `inner and outer make ${String(total)}, more than 1` } : undefined;
  });
  expect(sum?.refusedOtherwise).toBeUndefined();
  expect(sum?.schema).toMatchObject({ properties: { inner: { const: 0 }, outer: { const: 0 } } });
});

test("of a number that is refused as more than is left few are sent", async () => {
  const { form: right } = await found((data) => {
    const told = grams(undefined)(data);
    return (
      told ?? (Number(data["grams"]) > 5 ? { code: "amount", message: "more than asked for: 5 are left" } : undefined)
    );
  });
  expect(right?.refusedOtherwise).toBeUndefined();
  expect(right?.schema).toMatchObject({ properties: { grams: { type: "integer", minimum: 1, maximum: 2 } } });
});

test("a member whose name is a usual word is known by what stands around it", async () => {
  const wants = (name: string, message: string) => (data: JsonObject) =>
    typeof data[name] === "string" ? undefined : form(message);
  expect((await found(wants("to", "'to' is a required property"))).form?.schema).toMatchObject({ required: ["to"] });
  expect((await found(wants("by", "missing member: by"))).form?.schema).toMatchObject({ required: ["by"] });
});

const action = (key: string) => ({ key, groupLabel: "all", creates: key === "open", appends: key !== "open" });
const workflow: WorkflowDescription = { id: "1", name: "Claims", actions: ["open", "pay", "check"].map(action) };

/** Which actions a walk through a service was taken with, where each may be refused so. */
async function walked(refuses: (write: Write, done: readonly string[]) => string | false) {
  const service: Refuses = (write, { done }) => refuses(write, done);
  const { asker, exchanges } = serviceThat(service);
  const context = { ...asker, target: { ...target, workflows: [workflow] } };
  const explorer = new Explorer(
    context as unknown as ConstructorParameters<typeof Explorer>[0],
    0,
    workflow,
    undefined,
  );
  await explorer.explore();
  const taken = exchanges.filter(({ response }) => response?.status === 200).map(({ intent }) => intent);
  return { explorer, taken: new Set(taken.map((one) => ("actionKey" in one ? one.actionKey : ""))) };
}

test("an action whose form was found where it might not come is taken where it may", async () => {
  const { explorer, taken } = await walked(({ action: key, data }, done) => {
    if (key === "open") return false;
    const other = unknownIn(data, "amount");
    if (key === "pay" && other !== undefined) return `"${other}" is not allowed`;
    if (key === "pay" && !Object.hasOwn(data, "amount")) return `"amount" is required`;
    if (key === "pay") return done.includes("check") ? false : "this step is not open now";
    return done.includes("check") ? "this step is not open now" : false;
  });
  expect(taken).toEqual(new Set(["open", "check", "pay"]));
  expect(explorer.known.forms.found).toMatchObject({ pay: { required: ["amount"], additionalProperties: false } });
});

test("a form whose last word came after it was known whose turn it is is found as well", async () => {
  const { explorer, taken } = await walked(({ action: key, data }, done) => {
    if (key === "open") return false;
    if (key === "check") return done.includes("check") ? "this step is not open now" : false;
    if (!Object.hasOwn(data, "amount")) return `"amount" is required`;
    if (!done.includes("check")) return "this step is not open now";
    const other = unknownIn(data, "amount");
    return other === undefined ? false : `"${other}" is not allowed`;
  });
  expect(taken).toEqual(new Set(["open", "check", "pay"]));
  expect(explorer.known.forms.found).toMatchObject({ pay: { required: ["amount"], additionalProperties: false } });
});

test("words about the moment in what is said of a member do not end the search", async () => {
  const { form: right } = await found(({ grams }) =>
    Number.isInteger(grams) ? undefined : form("'grams' must be set at this stage, a whole number is required"),
  );
  expect(right?.schema).toMatchObject({ required: ["grams"] });
  expect(right?.refusedOtherwise).toBeUndefined();
});

test("of an action that was never taken no form is told", async () => {
  const { explorer, taken } = await walked(({ action: key, data }) => {
    const other = unknownIn(data, "amount");
    if (key !== "pay") return false;
    return other === undefined ? "this step is not open now" : `"${other}" is not allowed`;
  });
  expect(taken).toEqual(new Set(["open", "check"]));
  expect(explorer.known.forms.found).toEqual({});
});
