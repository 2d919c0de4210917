/** Examples of the configuration, sent as they stand where data made like them are refused. */
import { expect, test } from "vitest";
import { schemaOfExamples } from "../../../driver/configuration/examples.ts";
import { formOfExamples, takenOnTrace, takenToBegin } from "../../../probes/process/forms/as-they-stand.ts";
import { fitData } from "../../../generators/index.ts";
import { faces } from "../../../spec/operations.ts";
import { followsSchema } from "../../../spec/data-schemas/follows.ts";
import type { JsonObject } from "../../../spec/json.ts";
import type { OperationStep } from "../../../spec/vocabulary/script.ts";
import { formReading } from "../../../probes/process/forms/form.ts";
import type { ProbeContext } from "../../../probes/probe.ts";
import { serviceThat, target, type Write } from "../lib/refusing-service.ts";

const trace = "0b7e9d0c-0000-4000-8000-000000000000";

/** The form that is found of a creation, or of a later action, of these examples. */
async function found(
  examples: readonly JsonObject[],
  takes: (data: JsonObject, files: number) => boolean,
  on?: string,
) {
  const { asker, exchanges } = serviceThat(({ data, files = [] }: Write) => !takes(data as JsonObject, files.length));
  const action = { key: "open", groupLabel: "all", creates: on === undefined, appends: on !== undefined, examples };
  const run = (title: string, steps: readonly unknown[]) => asker.run(title, steps as readonly OperationStep[]);
  const asking = { run, runId: "run" };
  const onTrace = on === undefined ? undefined : await takenOnTrace(asking, 0, action, on);
  const schema = on === undefined ? await formOfExamples(asking, 0, action) : onTrace?.schema;
  const free: JsonObject = { tcRun: "run", tcMark: "x~run~1" };
  const fitted = schema && fitData({ ...action, dataSchema: schema }, { data: free }).data;
  return { schema, fitted, withFile: onTrace?.withFile, requests: exchanges.length };
}

const names = (data: JsonObject) => Object.keys(data).sort().join();

test("a text that may be another is free, and all else stays", async () => {
  const closed = ({ parcel, species, ...others }: JsonObject) =>
    typeof parcel === "string" && species === "spruce" && Object.keys(others).length === 0;
  const { schema, fitted } = await found([{ parcel: "17-B", species: "spruce" }], closed);
  expect(schema).toMatchObject({
    properties: { parcel: { type: "string", maxLength: 80 }, species: { const: "spruce" } },
    additionalProperties: false,
  });
  expect(fitted && names(fitted)).toBe("parcel,species");
});

test("other examples are sent with such a text as well: what is a word of a list stands as in one of them", async () => {
  const isListed = ({ name, field, year }: JsonObject) =>
    typeof name === "string" && ["arts", "law", "science"].includes(String(field)) && (year ?? 2) === 2;
  const examples: JsonObject[] = [
    { name: "Kim", field: "arts" },
    { name: "Robin", field: "science", year: 2 },
    { name: "Lou", field: "magic" },
  ];
  const { schema = {}, requests } = await found(examples, isListed);
  const follows = (data: JsonObject) => followsSchema(schema, { name: "Whoever this may be", ...data });
  const mixed: JsonObject[] = [{ field: "arts", year: 2 }, { field: "science" }, { field: "law" }, { field: "magic" }];
  const whole: JsonObject[] = [{ field: "arts" }, { field: "science", year: 2 }];
  expect(whole.every(follows)).toBe(true);
  expect(mixed.some(follows)).toBe(false);
  expect(requests).toBe(7);
});

test.each([
  ["is found", "on trial", "action-forms" as const, true],
  ["is not looked for", "as they are", undefined, false],
])("the form %s where data of a creation were taken %s", async (_, __, candidateFor, isFound) => {
  const examples: JsonObject[] = [
    { name: "Kim", field: "arts" },
    { name: "Robin", field: "science" },
  ];
  const { asker, send, exchanges } = serviceThat(({ data }) => !["arts", "science"].includes(String(data["field"])));
  const plain = { op: "create", face: "v2", workflow: 0, action: "open" } as const;
  send({ ...plain, data: { name: "Mo", field: "Title" } });
  const taken = send({ ...plain, data: { name: "Mo", field: "arts" } });
  const before = exchanges.map((one) => (one === taken && candidateFor ? { ...one, candidateFor } : one));
  const action = { key: "open", groupLabel: "all", creates: true, appends: false, examples };
  const context = {
    ...asker,
    target: { ...target, workflows: [{ id: "1", name: "Prizes", actions: [action] }] },
    histories: () => [{ script: { id: "s", title: "", steps: [] }, exchanges: before, unsent: [] }],
  } as unknown as ProbeContext;
  const reading = await formReading(context);
  expect(reading?.value?.["1"]?.["open"] !== undefined).toBe(isFound);
});

test.each<[string, readonly JsonObject[] | undefined]>([
  ["an example as it stands", [{ name: "Kim", field: "arts" }]],
  ["members that refusals name", undefined],
])("a creation that wants a file as well is taken with %s and one", async (_, examples) => {
  const wrong = ({ data, files = [] }: Write) => {
    const unknown = Object.keys(data).find((name) => !["name", "field"].includes(name));
    const missing = ["name", "field"].find((name) => !Object.hasOwn(data, name));
    if (unknown !== undefined) return `${unknown} is not allowed`;
    if (missing !== undefined) return `${missing} is required`;
    if (!["arts", "science"].includes(String(data["field"]))) return "field must be one of arts, science";
    return files.length > 0 ? false : "at least 1 file must be attached";
  };
  const { asker, send, exchanges } = serviceThat(wrong);
  for (const face of faces)
    send({ op: "create", face, workflow: 0, action: "open", data: { tcRun: "run", tcMark: "m" } });
  const action = { key: "open", groupLabel: "all", creates: true, appends: false, ...(examples ? { examples } : {}) };
  const context = {
    ...asker,
    target: { ...target, workflows: [{ id: "1", name: "Prizes", actions: [action] }] },
    histories: () => [{ script: { id: "s", title: "", steps: [] }, exchanges, unsent: [] }],
  } as unknown as ProbeContext;
  const reading = await formReading(context);
  expect(reading?.files).toEqual({ "1": { open: "some" } });
  expect(reading?.value?.["1"]?.["open"]).toMatchObject({ required: ["name", "field"], additionalProperties: false });
});

test("so long as it may be", async () => {
  const { schema } = await found([{ parcel: "17-B" }], ({ parcel }) => String(parcel).length < 40);
  expect(schema).toMatchObject({ properties: { parcel: { maxLength: 32 } } });
  const tight = await found([{ parcel: "17-B" }], ({ parcel }) => String(parcel).length < 25);
  expect(tight.schema).toMatchObject({ properties: { parcel: { maxLength: 20 } } });
});

test("where none may, and on a trace, nothing but the examples is sent", async () => {
  const scenes = [{ scene: "12A" }, { scene: "31" }];
  const isOne = ({ scene }: JsonObject) => scenes.some((one) => one.scene === scene);
  for (const on of [undefined, trace]) {
    const { schema, fitted, requests } = await found(scenes, isOne, on);
    expect(schema?.["enum"]).toEqual(scenes);
    expect(scenes).toContainEqual(fitted);
    expect(requests).toBe(on === undefined ? 7 : 1);
  }
});

test("a code may be another of its shape where no other text may, and where each is taken once alone", async () => {
  const seen = new Set<unknown>();
  const takes = ({ lift }: JsonObject) =>
    /^EL-\d{5}$/.test(String(lift)) && !seen.has(lift) && seen.add(lift) !== undefined;
  const { schema } = await found([{ lift: "EL-20417", place: "Harbour" }], takes);
  expect(schema).toMatchObject({ properties: { lift: { pattern: "^EL-[0-9]{5}$" }, place: { maxLength: 80 } } });
});

test("where no example is taken, no form is found", async () => {
  expect(await found([{ scene: "12A" }], () => false)).toMatchObject({ schema: undefined, requests: 1 });
});

test("on a trace an example may want a file as well", async () => {
  const kinds = [{ kind: "passport-copy" }, { kind: "bank-statement" }];
  const listed = ({ kind }: JsonObject): boolean => kinds.some((one) => one.kind === kind);
  const wanting = await found(kinds, (data, files) => listed(data) && files === 1, trace);
  expect(wanting).toMatchObject({ withFile: true, requests: 2 });
  expect(await found(kinds, listed, trace)).toMatchObject({ withFile: undefined, requests: 1 });
  // A file is tried with others only where their refusal speaks of files.
  expect(await found(kinds, () => false, trace)).toMatchObject({ schema: undefined, requests: 3 });
});

test("an example that begins a trace wants a file as well, where its refusal says so", async () => {
  const example = { holder: "J" };
  const beginning = async (words: string) => {
    let requests = 0;
    const run = (_: string, steps: readonly unknown[]) => {
      requests += 1;
      const [{ files = [], data }] = steps as [Write];
      const isTaken = files.length === 1 && JSON.stringify(data) === JSON.stringify(example);
      const value = isTaken ? { error: null, data: trace } : { error: words, data: null };
      const response = { status: isTaken ? 200 : 400, headers: {}, json: { value } };
      return Promise.resolve([{ face: "v2", intent: { kind: "create" }, defects: [], traits: [], response }]);
    };
    const action = { key: "request", groupLabel: "all", creates: true, appends: false, examples: [example] };
    const asker = { run, runId: "run" } as unknown as Parameters<typeof takenToBegin>[0];
    return { found: await takenToBegin(asker, 1, action), requests: requests };
  };
  const { found: form } = await beginning("1 file(s) required");
  expect(form).toMatchObject({ withFile: true, schema: { enum: [example] } });
  expect(await beginning("no")).toEqual({ found: undefined, requests: 1 });
});

const payments: readonly JsonObject[] = [
  { amount: 200, method: "cash" },
  { amount: 350, method: "transfer", iban: "DE02120300000000202051" },
];

/** What is found of a payment that a trace refuses: data made like the examples bring a method of their own. */
async function foundOfPayment(refusal: (method: string) => string) {
  const { asker, send } = serviceThat(({ data }) => refusal(String(data["method"])));
  const dataSchema = schemaOfExamples(payments);
  const action = { key: "note", groupLabel: "all", creates: false, appends: true, examples: payments, dataSchema };
  const refused = send({ op: "act", face: "v2", trace, action: "note", data: { amount: 200, method: "x~run~1" } });
  const run = (title: string, steps: readonly unknown[]) => asker.run(title, steps as readonly OperationStep[]);
  return takenOnTrace({ run, runId: "run" }, 0, action, trace, refused);
}

test("examples that are refused for something else than data made like them are right: what was refused stays as in one of them", async () => {
  const isKnown = (method: string): boolean => ["cash", "transfer"].includes(method);
  const found = await foundOfPayment((method) =>
    isKnown(method) ? "not-now" : "method must be one of cash, transfer",
  );
  const follows = (data: JsonObject) => followsSchema(found?.schema ?? { not: {} }, data);
  expect(payments.every(follows)).toBe(true);
  expect(follows({ amount: 200, method: "x~run~1" })).toBe(false);
  expect(found?.refusedOtherwise?.isClosed).toBe(true);
  expect(await foundOfPayment(() => "not-now")).toBeUndefined();
  expect(await foundOfPayment(() => "method must be one of cash, transfer")).toBeUndefined();
});
