/** Of a creation whose examples have a code: whether each may be sent once, and which others are taken. */
import { expect, test } from "vitest";
import { schemaOfExamples } from "../../../driver/configuration/examples.ts";
import { formsOfListedCodes } from "../../../probes/process/forms/listed-codes.ts";
import { formOfCodes } from "../../../probes/process/forms/codes-once.ts";
import type { ProbeContext } from "../../../probes/probe.ts";
import type { JsonObject } from "../../../spec/json.ts";
import { followsSchema } from "../../../spec/data-schemas/follows.ts";
import type { OperationStep } from "../../../spec/vocabulary/script.ts";
import { serviceThat, target, type Write } from "../lib/refusing-service.ts";

const examples: readonly JsonObject[] = [
  { reference: "VAR-2026-301", title: "Snow clearing, winter 2027", code: "906-9" },
  { reference: "VAR-2026-302", title: "School furniture for all", code: "391-1" },
];

/** The form that is found where two creations were sent, the second with the reference of the first. */
async function found(
  refuses: (data: JsonObject, before: readonly JsonObject[], step: Write) => boolean,
  own = examples,
  titled = "title",
) {
  const [{ actions, ...workflow }] = target.workflows as [(typeof target.workflows)[0]];
  const dataSchema = schemaOfExamples(own);
  const formed = actions.map((action) => (action.creates ? { ...action, examples: own, dataSchema } : action));
  const sent: JsonObject[] = [];
  const service = serviceThat((step) => {
    const isRefused = refuses(step.data, sent, step);
    if (!isRefused) sent.push(step.data);
    return isRefused;
  });
  const write = (title: string): OperationStep => {
    return {
      op: "create",
      face: "v2",
      workflow: 0,
      action: "open",
      data: { ...own[0], [titled]: title },
      markerAt: [titled],
    };
  };
  for (const title of ["One title of many", "Another title of many"]) service.send(write(title));
  const before = service.exchanges.length;
  const context = {
    ...{ ...service.asker, target: { ...target, workflows: [{ ...workflow, actions: formed }] } },
    histories: () => [{ script: { id: "", title: "", steps: [] }, exchanges: service.exchanges, unsent: [] }],
  } as unknown as ProbeContext;
  const reading = await formOfCodes(context);
  return { form: reading?.value?.["1"]?.["open"], requests: service.exchanges.length - before };
}

const hasReferenceOf = (data: JsonObject, before: readonly JsonObject[]): boolean =>
  before.some(({ reference }) => reference === data["reference"]);

test("the code may be any of its shape from then on, with more digits where these are taken", async () => {
  const { form = {}, requests } = await found(hasReferenceOf);
  const other = { ...examples[0], title: "A title that nobody else has" };
  expect(followsSchema(form as JsonObject, { ...other, reference: "VAR-2026-004711" })).toBe(true);
  expect(followsSchema(form as JsonObject, { ...other, reference: "VAR-2027-004711" })).toBe(false);
  expect(followsSchema(form as JsonObject, { ...other, reference: "VAR-2026-004711", code: "999-9" })).toBe(false);
  expect(requests).toBeLessThan(6);
});

test("it keeps its shape where nothing else is taken", async () => {
  const { form = {} } = await found(
    (data, before) => hasReferenceOf(data, before) || !/^VAR-20\d\d-\d{3}$/.test(String(data["reference"])),
  );
  const one = (reference: string): JsonObject => ({ ...examples[0], title: "A title that nobody else has", reference });
  expect(followsSchema(form as JsonObject, one("VAR-2026-999"))).toBe(true);
  expect(followsSchema(form as JsonObject, one("VAR-2026-004711"))).toBe(false);
});

test.each<[string, (data: JsonObject, before: readonly JsonObject[], step: Write) => boolean]>([
  ["the second creation was refused for its title", ({ title }) => title === "Another title of many"],
  ["one face takes the same twice", (data, before, { face }) => face === "v2" && hasReferenceOf(data, before)],
  ["nothing is taken after the first", (_, before) => before.length > 0],
  ["one face takes no other code", (data, before, { face }) => hasReferenceOf(data, before) || face === "legacy"],
])("nothing is found where %s", async (_, refuses) => {
  const { form, requests } = await found(refuses);
  expect(form).toBeUndefined();
  expect(requests).toBeLessThan(30);
});

test("nothing is asked where nothing was refused, or the examples have no code", async () => {
  expect((await found(() => false)).requests).toBe(0);
  const plain = examples.map(({ title }) => ({ title: String(title), sort: "road" }));
  expect((await found((data) => data["title"] === "Another title of many", plain)).requests).toBe(0);
});

const claims: readonly JsonObject[] = [
  { purpose: "Workshop in Leeds", lines: [line("train", "LNER-77120"), line("hotel", "HTL-9913")] },
  { purpose: "Conference in Berlin", lines: [line("flight", "BA-38117"), line("hotel", "HTL-2210")] },
];

function line(kind: string, receiptNo: string): JsonObject {
  return { date: "2026-11-02", kind, amount: 84.4, receiptNo };
}

const receiptsOf = ({ lines }: JsonObject): readonly unknown[] =>
  (lines as readonly JsonObject[]).map(({ receiptNo }) => receiptNo);
const hasReceiptOf = (data: JsonObject, before: readonly JsonObject[]): boolean =>
  before.some((other) => receiptsOf(other).some((one) => receiptsOf(data).includes(one)));

test("codes in the lists of examples may be any of their shape, and all else in them stays", async () => {
  const { form = {}, requests } = await found((data, before) => hasReceiptOf(data, before), claims, "purpose");
  const claim = (...lines: readonly JsonObject[]): JsonObject => ({ purpose: "A purpose of somebody", lines });
  const follows = (...lines: readonly JsonObject[]) => followsSchema(form as JsonObject, claim(...lines));
  expect(follows(line("train", "LNER-123456"), line("hotel", "HTL-123456"))).toBe(true);
  expect(follows(line("flight", "BA-123456"), line("hotel", "HTL-123456"))).toBe(true);
  expect(follows(line("taxi", "LNER-123456"), line("hotel", "HTL-123456"))).toBe(false);
  expect(follows(line("train", "BA-123456"), line("hotel", "HTL-123456"))).toBe(false);
  expect(follows(line("train", "LNER-123456"))).toBe(false);
  expect(requests).toBeLessThan(6);
});

test.each<[string, (data: JsonObject, before: readonly JsonObject[], step: Write) => boolean]>([
  ["nothing is taken after the first", (_, before) => before.length > 0],
  ["one face takes no others", (data, before, { face }) => hasReceiptOf(data, before) || face === "legacy"],
  ["one face takes the same twice", (data, before, { face }) => face === "v2" && hasReceiptOf(data, before)],
])("codes in lists stay where %s", async (_, refuses) => {
  const { form, requests } = await found(refuses, claims, "purpose");
  expect(form).toBeUndefined();
  expect(requests).toBeLessThan(12);
});

test("words, dates and codes that come twice are none that may be others", () => {
  const listed = (...all: readonly JsonObject[]) =>
    formsOfListedCodes({
      ...{ key: "open", groupLabel: "clerks", creates: true, appends: false },
      ...{ examples: all, dataSchema: schemaOfExamples(all) },
    });
  const days = (...all: readonly string[]) => ({ days: all, tags: ["red", "green"] });
  expect(listed(days("2026-11-02"), days("2026-11-03"))).toEqual([]);
  expect(listed({ parts: ["A-1"] }, { parts: ["A-1", "A-2"] })).toEqual([]);
  expect(listed({ parts: ["A-1"] }, { parts: ["A-3", "A-2"] })).not.toEqual([]);
});
