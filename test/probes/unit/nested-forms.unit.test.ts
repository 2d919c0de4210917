/** Forms with lists and objects in them, whose members refusals name one by one. */
import { expect, test } from "vitest";
import { followsSchema } from "../../../spec/data-schemas/follows.ts";
import { formOfRefused } from "../../../probes/process/forms/form.ts";
import { placesIn, schemasOf, valuesOf, withItems } from "../../../probes/process/forms/told/places.ts";
import type { Json, JsonObject } from "../../../spec/json.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { ActStep, Script } from "../../../spec/vocabulary/script.ts";

const survey = { key: "survey", groupLabel: "all", creates: false, appends: true };

/** How a service refuses what is wrong at a place. */
type Says = (place: string, rule: string) => Json;

/** The form that is found for an action that is refused so, and with how many requests. */
async function found(
  wrong: (data: JsonObject) => readonly [place: string, rule: string] | undefined,
  says: Says,
  read?: () => Promise<Json>,
  brought?: ReadonlyMap<string, JsonObject>,
) {
  let requests = 0;
  const send = ({ data, face }: Pick<ActStep, "data" | "face">): Exchange => {
    requests += 1;
    const told = wrong(data);
    const error = told && says(...told);
    const value = error === undefined ? { error: null, data: "id" } : { error, data: null };
    const response = { status: error === undefined ? 200 : 400, headers: {}, json: { value } };
    const intent = { kind: "act", traceId: "trace", actionKey: "survey", workflow: 0, data, files: [] };
    const common = { face, operationId: `${face}AppendAction`, defects: [], traits: [] };
    return { ...common, intent, response } as unknown as Exchange;
  };
  const run = (_: string, steps: Script["steps"]) => Promise.resolve(steps.map((step) => send(step as ActStep)));
  const refused = send({ face: "v2", data: { tcRun: "run" } });
  const form = await formOfRefused({ run, runId: "run" }, 0, survey, refused, () => brought, { read });
  return { schema: form?.schema, shown: form?.shown, requests: requests - 1 };
}

const inMaps = ([name = "", ...inner]: readonly string[], rule: string): JsonObject => ({
  [name]: inner.length === 0 ? [rule] : inMaps(inner, rule),
});

/** A house has flues, each with a height and a kind. */
function houseIsWrong(data: JsonObject): readonly [string, string] | undefined {
  const { flues } = data;
  if (flues === undefined) return ["flues", "required"];
  if (!Array.isArray(flues) || flues.length === 0) return ["flues", "array of 1..4 items"];
  const flue = flues[0] as Json;
  if (typeof flue !== "object" || flue === null || Array.isArray(flue)) return ["flues[0]", "object"];
  const { height, kind } = flue as JsonObject;
  if (height === undefined) return ["flues[0].height", "required"];
  if (!Number.isInteger(height) || Number(height) < 20) return ["flues[0].height", "integer 20..90"];
  if (kind === undefined) return ["flues[0].kind", "required"];
  return ["open", "closed"].includes(String(kind)) ? undefined : ["flues[0].kind", "must be one of open, closed"];
}

test.each<[string, Says]>([
  ["with a code beside it", (member, rule) => ({ code: "C-FORM", member, rule })],
  ["in a sentence", (place, rule) => `${place} is wrong: ${rule}`],
  ["as a pointer", (place, rule) => [{ pointer: `/data/${place.replaceAll(/[.[]/g, "/").replaceAll("]", "")}`, rule }]],
  [
    "with an index behind a dot",
    (place, rule) => `data.${place.replaceAll("[", ".").replaceAll("]", "")} must fit: ${rule}`,
  ],
  [
    "as a pointer in a sentence",
    (place, rule) => `/${place.replaceAll(/[.[]/g, "/").replaceAll("]", "")} must be: ${rule}`,
  ],
  ["as a map in a map", (place, rule) => ({ errors: inMaps(place.match(/[^.[\]]+/g) ?? [], rule) })],
  ["as a list of names", (place, msg) => [{ loc: ["body", "data", ...(place.match(/[^.[\]]+/g) ?? [])], msg }]],
])("a list of objects is found by what refusals say of its first: the place %s", async (_, says) => {
  const { schema = {}, requests } = await found(houseIsWrong, says);
  expect(schema["properties"]).toMatchObject({
    flues: { type: "array", items: { type: "object", required: ["height", "kind"], additionalProperties: false } },
  });
  expect(followsSchema(schema, { flues: [{ height: 20, kind: "open" }] })).toBe(true);
  expect(followsSchema(schema, { flues: [{ height: 12, kind: "open" }] })).toBe(false);
  expect(requests).toBeLessThanOrEqual(60);
});

test("an object within the data is found by dots, and a list of texts as one", async () => {
  const wrong = ({ address, tags }: JsonObject): readonly [string, string] | undefined => {
    if (typeof address !== "object" || address === null) return ["address", "must be an object"];
    const { street, floor } = address as JsonObject;
    if (typeof street !== "string") return ["address.street", "must be a text"];
    if (typeof floor !== "number") return ["address.floor", "must be a number"];
    return Array.isArray(tags) && typeof tags[0] === "string" ? undefined : ["tags", "must be a list"];
  };
  const { schema = {} } = await found(wrong, (place, rule) => `${place}: ${rule}`);
  expect(schema).toMatchObject({
    required: ["address", "tags"],
    properties: { address: { type: "object", required: ["street", "floor"] } },
  });
});

test("a member that is missing within another may be named behind its place", async () => {
  const wrong = ({ flues }: JsonObject): readonly [string, string] | undefined => {
    const [flue] = Array.isArray(flues) ? (flues as readonly Json[]) : [];
    if (flue === undefined) return ["flues", "must be array"];
    if (typeof flue !== "object") return ["flues/0", "must be object"];
    return Object.hasOwn(flue ?? {}, "height") ? undefined : ["flues/0", "must have required property 'height'"];
  };
  const { schema = {} } = await found(wrong, (place, message) => [{ instancePath: `/${place}`, message }]);
  expect(followsSchema(schema, { flues: [{ height: "Text" }] })).toBe(true);
});

test.each([
  "java.lang.IllegalArgumentException: lot is required",
  "validation.failed: lot is required",
  "request.body.lot is required",
  '"claim.lot" is required',
])("what stands before a member with dots names none: %s", async (told) => {
  const { schema = {}, requests } = await found(
    ({ lot }) => (lot === undefined ? ["lot", told] : undefined),
    (_, said) => said,
  );
  expect(schema).toMatchObject({ required: ["lot"] });
  expect(requests).toBeLessThanOrEqual(20);
});

test.each([
  ["flues[0].kind must be a text", ["flues[0].kind"]],
  ["data.flues[0]: object", ["flues[0]"]],
  ["'address.city' is required", ["address.city"]],
  ["address.city: required", ["address.city"]],
  ["data.client.email: email is a required field", ["client.email"]],
  ["java.lang.IllegalArgumentException: lot is required", []],
  ["address.length must be 3 characters", []],
  ["data.address: required", []],
  ["The lot is closed. It was sold, e.g. by mistake.", []],
  ["see docs.example.org: required reading", []],
])("places within members: %s", (told, places) => {
  expect(placesIn(told, ["address"]).places).toEqual(places);
});

test("what stands within others is put into them, whatever is known of these", () => {
  const at = (value: Json) => ({ value, schema: { const: value } });
  const parts = {
    lot: at("A"),
    flues: at(["Text"]),
    "flues[0]": at({}),
    "flues[0].kind": at("open"),
    "to.city": at("B"),
  };
  expect(valuesOf(parts)).toEqual({ lot: "A", flues: [{ kind: "open" }], to: { city: "B" } });
  expect(schemasOf(parts)).toMatchObject({
    lot: { const: "A" },
    flues: { type: "array", maxItems: 1, items: { required: ["kind"], properties: { kind: { const: "open" } } } },
    to: { type: "object", properties: { city: { const: "B" } } },
  });
});

test.each([
  ["must look like KB-17 (pattern [A-Z]{2}-\\d{1,3})", "AB-123"],
  ["format: `[a-z]+/[0-9]{2}`", "oak/17"],
  ['must match pattern "[A-Z]{2}-\\d{1,3}"', "AB-123"],
  ["fails to match the required pattern: /[A-Z]{2}-\\d{1,3}/", "AB-123"],
])("a text of a pattern without marks at its ends: %s", async (rule, right) => {
  const pattern = new RegExp(`^(?:[A-Z]{2}-\\d{1,3}|[a-z]+/[0-9]{2})$`);
  const { schema = {} } = await found(
    ({ bed }) =>
      typeof bed === "string" && pattern.test(bed) ? undefined : ["bed", bed === undefined ? "is missing" : rule],
    (place, said) => `${place}: ${said}`,
  );
  expect(followsSchema(schema, { bed: right })).toBe(true);
  expect(followsSchema(schema, { bed: "no such text" })).toBe(false);
});

test("a pattern that is told first, and then how long its texts may be", async () => {
  const wrong = ({ permit }: JsonObject): readonly [string, string] | undefined => {
    if (typeof permit !== "string" || !/^[A-Z]{2}[0-9]+$/.test(permit))
      return ["permit", "string matching ^[A-Z]{2}[0-9]+$"];
    return permit.length < 6 || permit.length > 9 ? ["permit", "string of length 6..9"] : undefined;
  };
  const { schema = {} } = await found(wrong, (member, rule) => ({ code: "C-FORM", member, rule }));
  expect(followsSchema(schema, { permit: "AB12345" })).toBe(true);
  expect(followsSchema(schema, { permit: "AB1" })).toBe(false);
});

test("where a value of a list is right no more, another one is tried that the refusal tells", async () => {
  const wrong = ({ language, words }: JsonObject): readonly [string, string] | undefined => {
    if (!["de", "fr", "en"].includes(String(language))) return ["language", "must be one of de, fr, en"];
    if (typeof words !== "number") return ["words", "must be a number"];
    return language === "en" ? undefined : ["language", "Still needed: en"];
  };
  const { schema = {} } = await found(wrong, (place, rule) => `${place}: ${rule}`);
  expect(schema["properties"]).toMatchObject({ language: { enum: ["de", "fr", "en"] } });
});

test("numbers of which is told what they make together make as much", async () => {
  const wrong = ({ alloy }: JsonObject): readonly [string, string] | undefined => {
    if (typeof alloy !== "object" || alloy === null) return ["alloy", "must be an object"];
    const { copper, tin } = alloy as JsonObject;
    if (typeof copper !== "number") return ["alloy.copper", "must be a number from 70 to 85"];
    if (typeof tin !== "number") return ["alloy.tin", "must be a number from 15 to 30"];
    return copper + tin === 100 ? undefined : ["alloy", "copper and tin make 100"];
  };
  const { schema = {} } = await found(wrong, (place, rule) => `${place}: ${rule}`);
  expect(schema["properties"]).toMatchObject({
    alloy: { properties: { copper: { const: 70.87 }, tin: { const: 29.13 } } },
  });
});

test.each([
  ["to must be greater than from", (from: number, to: number) => to > from],
  ["from must be less than to", (from: number, to: number) => from < to],
])("numbers of which is told which is the greater are in that order: %s", async (said, isRight) => {
  const wrong = ({ from, to }: JsonObject): readonly [string, string] | undefined => {
    if (typeof from !== "number") return ["from", "from must be a number"];
    if (typeof to !== "number") return ["to", "to must be a number"];
    return isRight(from, to) ? undefined : ["to", said];
  };
  const { schema = {} } = await found(wrong, (_, told) => told);
  expect(schema).toMatchObject({ required: ["from", "to"] });
});

test("values that a refusal lists come before what the state shows", async () => {
  const wrong = ({ priority }: JsonObject): readonly [string, string] | undefined =>
    ["P1", "P2", "P3"].includes(String(priority)) ? undefined : ["priority", "must be one of P1, P2, P3"];
  const read = () => Promise.resolve<Json>({ priority: "P2" });
  const { schema = {}, shown } = await found(wrong, (place, rule) => `${place} ${rule}`, read);
  expect(schema["properties"]).toMatchObject({ priority: { enum: ["P1", "P2", "P3"] } });
  expect(shown).toEqual({});
});

test("a sample is tried where nothing else is told", async () => {
  const { schema = {} } = await found(
    ({ bed }) => (bed === "KB-17" ? undefined : ["bed", "unknown, give one such as KB-17."]),
    (place, said) => `${place}: ${said}`,
  );
  expect(followsSchema(schema, { bed: "KB-17" })).toBe(true);
});

test.each([
  ["data.lines.quantity: must be an integer", "data.lines[0].quantity: must be an integer"],
  ["data.lines[0].quantity: must be an integer", "data.lines[0].quantity: must be an integer"],
  ["data.lines.parts.kind: is required", "data.lines[0].parts[0].kind: is required"],
  ["data.client.name: is required", "data.client.name: is required"],
])("where lists of objects were sent, what is said without an index is said of their item: %s", (told, wanted) => {
  expect(withItems(told, { lines: [{ quantity: "Text", parts: [{}] }], client: {} })).toBe(wanted);
});

test("where some member is wanted that is not named, one that an earlier action brought is changed", async () => {
  const wrong = ({ changes, title, ...others }: JsonObject): readonly [string, string] | undefined => {
    const [other] = Object.keys(others);
    if (other !== undefined) return [other, `unknown member '${other}'`];
    if (changes === undefined) return ["changes", "must have required property 'changes'"];
    return title === undefined ? ["", "The data of 'survey': must NOT have fewer than 2 properties"] : undefined;
  };
  const brought = new Map([["submit", { budget: 3, title: "A title" }]]);
  const { schema } = await found(wrong, (_, said) => said, undefined, brought);
  expect(schema).toMatchObject({ required: ["changes", "title"], properties: { title: { const: "A title" } } });
});

test("a member that is wanted beside a value of another is found, and the other stays as it is", async () => {
  const wrong = ({ accept, department, reason }: JsonObject): readonly [string, string] | undefined => {
    if (typeof accept !== "boolean") return ["accept", accept === undefined ? "is required" : "Not a valid boolean."];
    if (accept && department === undefined) return ["department", "Required when accept is true."];
    return accept || reason !== undefined ? undefined : ["reason", "Required when accept is false."];
  };
  const { schema, requests } = await found(wrong, (place, rule) => ({ errors: { [place]: rule } }));
  expect(schema).toMatchObject({ required: ["accept", "department"] });
  expect(requests).toBeLessThanOrEqual(12);
});
