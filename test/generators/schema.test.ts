import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import {
  dataTraits,
  combinedDocument,
  fitData,
  fittingAction,
  isOpen,
  markerPlaceIn,
  MemberPlaces,
  schemaValue,
} from "../../generators/index.ts";
import type { JsonObject } from "../../spec/json.ts";

test("objects in a list have codes of their own, also where all texts must be", () => {
  const lot = { type: "object", required: ["lot"], properties: { lot: { type: "string", pattern: "^L[1-9]$" } } };
  const lots = { type: "array", items: lot, minItems: 1, maxItems: 4 };
  const dataSchema: JsonObject = {
    type: "object",
    required: ["lots", "name"],
    properties: { lots, name: { type: "string" } },
  };
  const common = { key: "open", groupLabel: "all", creates: true, appends: false, dataSchema };
  for (const ownTexts of [false, true])
    for (let number = 0; number < 60; number += 1) {
      const { data } = fitData({ ...common, ownTexts }, { data: { tcRun: "run", tcMark: `m${String(number)}` } });
      const codes = (data["lots"] as readonly JsonObject[]).map((one) => one["lot"]);
      expect(new Set(codes).size).toBe(codes.length);
    }
});

const schemas: Readonly<Record<string, JsonObject>> = {
  "a closed object": {
    type: "object",
    required: ["title", "amount"],
    additionalProperties: false,
    properties: {
      title: { type: "string", minLength: 3, maxLength: 10 },
      amount: { type: "number", minimum: 0, exclusiveMaximum: 100 },
      count: { type: "integer", minimum: 1, maximum: 5 },
      step: { type: "number", multipleOf: 0.5, minimum: 0, maximum: 10 },
      kind: { enum: ["a", "b", null] },
      version: { const: 2 },
      open: { type: "boolean" },
      note: { type: ["string", "null"] },
    },
  },
  formats: {
    type: "object",
    required: ["date", "at", "mail", "id", "link", "code"],
    properties: {
      date: { type: "string", format: "date" },
      at: { type: "string", format: "date-time" },
      mail: { type: "string", format: "email" },
      id: { type: "string", format: "uuid" },
      link: { type: "string", format: "uri" },
      code: { type: "string", pattern: "^[A-Z]{3}-\\d{4}$" },
    },
  },
  "patterns with lengths": {
    type: "object",
    required: ["berth", "letters", "path", "short", "lot"],
    properties: {
      berth: { type: "string", pattern: "^[A-Z][A-Z0-9]*$", minLength: 20, maxLength: 20 },
      letters: { type: "string", pattern: "^[a-z]+$", minLength: 200 },
      path: { type: "string", pattern: "^(?:/[a-z]{1,3})+/[0-9*+]{2,}$", minLength: 12, maxLength: 14 },
      short: { type: "string", pattern: "^[a-z]+$", maxLength: 2 },
      lot: { type: "string", pattern: "^LOT-[0-9]{2,12}$", minLength: 15, maxLength: 16 },
    },
  },
  "arrays and references": {
    type: "object",
    required: ["items", "pair"],
    properties: {
      items: { type: "array", minItems: 1, maxItems: 4, items: { $ref: "#/$defs/item" } },
      pair: { type: "array", prefixItems: [{ type: "string" }, { type: "integer" }], items: false, minItems: 2 },
      tags: { type: "array", uniqueItems: true, items: { enum: ["x", "y", "z"] }, maxItems: 3 },
    },
    $defs: { item: { type: "object", required: ["sku"], properties: { sku: { type: "string", minLength: 1 } } } },
  },
  combinations: {
    type: "object",
    allOf: [
      { required: ["a"], properties: { a: { type: "integer" } } },
      { required: ["b"], properties: { b: { type: "string" } } },
    ],
    oneOf: [
      { required: ["card"], properties: { card: { type: "string", minLength: 4 } } },
      { required: ["cash"], properties: { cash: { type: "number", minimum: 1 } } },
    ],
  },
  "a recursive schema": {
    $ref: "#/$defs/node",
    $defs: {
      node: {
        type: "object",
        required: ["name"],
        properties: { name: { type: "string" }, children: { type: "array", items: { $ref: "#/$defs/node" } } },
      },
    },
  },
};

test("leap days and ends of years are among the dates of a form, within its bounds", () => {
  const drawn = (bounds: JsonObject) =>
    fc.sample(schemaValue({ type: "string", format: "date", ...bounds }), { seed: 5, numRuns: 200 }) as string[];
  const ofAll = drawn({});
  expect(ofAll.filter((date) => date.endsWith("-02-29")).length).toBeGreaterThan(5);
  expect(ofAll.filter((date) => date.endsWith("-12-31")).length).toBeGreaterThan(2);
  const ofTwoYears = drawn({ formatMinimum: "2027-06-01", formatMaximum: "2028-05-31" });
  expect(ofTwoYears.filter((date) => date === "2028-02-29").length).toBeGreaterThan(5);
  expect(ofTwoYears.filter((date) => date < "2027-06-01" || date > "2028-05-31")).toEqual([]);
});

describe("values that follow a JSON Schema", () => {
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);

  it.each(Object.entries(schemas))("%s", (_, schema) => {
    const validate = ajv.compile(schema);
    fc.assert(
      fc.property(schemaValue(schema), (value) => {
        expect(validate(value), JSON.stringify([value, validate.errors])).toBe(true);
      }),
      { seed: 1, numRuns: 200 },
    );
  });

  it.each<[string, JsonObject]>([
    ["texts that are never so long", { type: "string", pattern: "^[A-Z]-[0-9]{4}$", minLength: 30 }],
    ["no integer between", { type: "integer", exclusiveMinimum: 0, exclusiveMaximum: 1 }],
    ["no multiple between", { type: "number", multipleOf: 10, minimum: 1, maximum: 5 }],
    ["no number between", { type: "number", exclusiveMinimum: 2, exclusiveMaximum: 2 }],
  ])("are drawn in bounded time where hardly any follows: %s", (_, schema) => {
    expect(fc.sample(schemaValue(schema), { seed: 1, numRuns: 20 })).toHaveLength(20);
  });

  it.each<[string, JsonObject, number]>([
    ["an amount", { type: "number", minimum: 1000, maximum: 50_000_000 }, 2],
    ["anything", { type: "number" }, 2],
    ["between numbers of examples", { type: "number", minimum: 3, maximum: 7.2 }, 1],
    ["between near numbers of examples", { type: "number", minimum: 0.1, maximum: 0.9 }, 1],
    ["in a narrow range", { type: "number", minimum: 0, maximum: 0.001 }, 4],
    ["below a bound that was computed", { type: "number", minimum: 0, maximum: 0.1 + 0.2 }, 2],
    ["multiples", { type: "number", minimum: 0, maximum: 100, multipleOf: 0.1 }, 1],
    ["beyond all counts", { type: "number", minimum: 0, maximum: 1e300 }, 0],
  ])("are numbers with few decimals: %s", (_, schema, most) => {
    const validate = ajv.compile(schema);
    const values = fc.sample(schemaValue(schema), { seed: 1, numRuns: 200 }) as number[];
    expect(values.filter((value) => !validate(value))).toEqual([]);
    if (most > 0) expect(values.filter((value) => Number(value.toFixed(most)) !== value)).toEqual([]);
    expect(new Set(values).size).toBeGreaterThan(5);
  });

  it("shrink to values that still follow it", () => {
    const schema = schemas["a closed object"] ?? {};
    const validate = ajv.compile(schema);
    const details = fc.check(
      fc.property(schemaValue(schema), (value) => !("count" in (value as object))),
      { seed: 1 },
    );
    expect(validate(details.counterexample?.[0])).toBe(true);
  });

  it("are wanted only where no action takes any data", () => {
    const strict = { ...action, key: "strict", dataSchema: schemas["formats"] ?? {} };
    expect(fittingAction({ id: "1", actions: [strict, action] }, "create")?.key).toBe("open");
    expect(fittingAction({ id: "1", actions: [strict] }, "create")?.key).toBe("strict");
    expect(fittingAction({ id: "1", actions: [{ ...action, appends: false }] }, "act")).toBeUndefined();
  });
});

const form: JsonObject = {
  type: "object",
  required: ["subject"],
  additionalProperties: false,
  properties: {
    code: { type: "string", pattern: "^[A-Z]+$" },
    subject: { type: "string", maxLength: 200 },
    remark: { type: "string", maxLength: 30 },
    amount: { type: "integer", minimum: 0, maximum: 1e9 },
    tags: { type: "array", items: { type: "string" } },
    details: { type: "object" },
  },
};

describe("free documents fitted to a schema", () => {
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  const marker = { tcRun: "run-1", tcMark: "area~run-1~name-1" };
  const under = (dataSchema: JsonObject) => ({ ...action, dataSchema });

  it("stand beside the members of an open schema", () => {
    const open = under(schemas["formats"] ?? {});
    const { data, markerAt } = fitData(open, { data: { ...marker, date: 1 } });
    expect(data).toMatchObject({ ...marker, date: expect.stringMatching(/^\d{4}-/) });
    expect(markerAt).toBeUndefined();
    expect([isOpen(open), isOpen(under(form)), isOpen(action)]).toEqual([true, false, true]);
  });

  it("have their marker in the first text that is free to be any", () => {
    const { data, markerAt } = fitData(under(form), { data: { ...marker, note: "x" } });
    expect(markerAt).toEqual(["subject"]);
    expect(data["subject"]).toBe(marker.tcMark);
    expect(ajv.validate(form, data)).toBe(true);
  });

  const noRoom: Readonly<Record<string, JsonObject>> = {
    "a choice": { enum: ["a", "b"] },
    "a form": { type: "string", format: "date" },
    "too short": { type: "string", maxLength: 10 },
    "a number": { type: "integer" },
  };
  it.each(Object.entries(noRoom))("have no marker where the only member is %s", (_, member) => {
    const schema = { type: "object", required: ["a"], additionalProperties: false, properties: { a: member } };
    const { data, markerAt } = fitData(under(schema), { data: marker });
    expect(markerAt).toBeUndefined();
    expect(ajv.validate(schema, data)).toBe(true);
  });

  it("have it in twenty characters, with the run but not its day in it", () => {
    const river = { type: "string", minLength: 1, maxLength: 20 };
    const schema = { type: "object", required: ["river"], additionalProperties: false, properties: { river } };
    const mark = { tcRun: "20270131-3f9k2c", tcMark: "may-refuse~20270131-3f9k2c~against-the-form-1" };
    const { data, markerAt } = fitData(under(schema), { data: mark });
    expect(markerAt).toEqual(["river"]);
    expect(data["river"]).toMatch(/^t~3f9k2c~[0-9a-z]+$/);
    expect(ajv.validate(schema, data)).toBe(true);
  });

  it("have it inside an object, and shortened to what a text may be, with the run still in it", () => {
    const inner = {
      type: "object",
      additionalProperties: false,
      properties: { text: { type: "string", maxLength: 40 } },
    };
    const schema = { type: "object", additionalProperties: false, properties: { inner } };
    const long = { ...marker, tcMark: `${"a".repeat(50)}~run-1~name` };
    const [one, two] = [long, { ...long, tcMark: `${long.tcMark}2` }].map((data) => fitData(under(schema), { data }));
    expect(one?.markerAt).toEqual(["inner", "text"]);
    expect(one?.data).toEqual({ inner: { text: expect.stringMatching(/^.+~run-1~.+$/) } });
    expect(one?.data).not.toEqual(two?.data);
  });

  it("keep each member in one place throughout, and no two in the same", () => {
    const places = new MemberPlaces([form]);
    const fitted = (data: JsonObject) => fitData(under(form), { data: { ...marker, ...data } }, places).data;
    const first = fitted({ count: 17, word: "Amber", other: 5 });
    expect(first).toMatchObject({ remark: "Amber", amount: 17, details: { other: 5 } });
    expect(fitted({ word: "Blue" })).toMatchObject({ remark: "Blue" });
    expect(fitted({ other: 6 })).not.toHaveProperty("amount");
    expect(places.find("count", 18)).toEqual({ path: ["amount"], value: 18 });
  });

  it("keep their marker, also where the places are those of another action", () => {
    const text = { type: "string", minLength: 1, maxLength: 120 };
    const one = { type: "object", additionalProperties: false, properties: { text } };
    for (const words of ["word", ["b", "a"]]) {
      const { data, markerAt } = fitData(under(one), { data: { ...marker, words } }, new MemberPlaces([]));
      expect(markerAt).toEqual(["text"]);
      expect(data["text"]).toContain(marker.tcMark);
    }
  });

  it("let a number stand for a text that is looked for, where no text is free", () => {
    const places = new MemberPlaces([form]);
    places.reserve(form, "word", "Amber");
    places.reserve(form, "group", "all of them");
    const found = ["all of them", "all of them", "others"].map((group) => places.find("group", group));
    expect(found[0]).toEqual({ path: ["amount"], value: expect.any(Number) });
    expect(found[0]).toEqual(found[1]);
    expect(found[0]).not.toEqual(found[2]);
  });

  it("are as dense as the schema allows, and say which traits are left", () => {
    const free = combinedDocument({ refused: [], marker: { run: "run-1", marker: marker.tcMark } });
    const { data, traits } = fitData(under(form), free);
    expect(ajv.validate(form, data)).toBe(true);
    expect((data["details"] as JsonObject)["nul"]).toBe("before\u0000after");
    expect(traits).toEqual(expect.arrayContaining(["data.nul", "data.deep-60", "data.top-proto"]));
    const closedForm = { ...form, properties: { ...(form["properties"] as JsonObject), details: false } };
    const tight = fitData(under(closedForm), free);
    expect(ajv.validate(closedForm, tight.data)).toBe(true);
    expect(tight.data["tags"]).toEqual(expect.arrayContaining(["007", "Привет, мир"]));
    expect(tight.traits).toContain("data.cyrillic");
    expect(tight.traits).not.toContain("data.deep-60");
    const all = dataTraits.map(({ trait }) => trait);
    expect(tight.traits.filter((trait) => !all.includes(trait))).toEqual([]);
  });

  it("are the same for the same document of a script, but for the marker, and others in another script", () => {
    const of = (tcMark: string) => fitData(under(form), { data: { ...marker, tcMark, a: 1, b: "two" } }).data;
    expect({ ...of("area~run-1~x-1"), subject: "" }).toEqual({ ...of("area~run-2~x-2"), subject: "" });
    const inScripts = ["x", "y", "z", "w"].map((name) =>
      JSON.stringify({ ...of(`area~run-1~${name}-1`), subject: "" }),
    );
    expect(new Set(inScripts).size).toBeGreaterThan(1);
  });

  it("have their marker in the texts of an open schema as well, where they have room for it", () => {
    const reference = { type: "string", minLength: 4, maxLength: 60 };
    const short = { type: "string", maxLength: 9 };
    const open = under({ type: "object", required: ["reference", "short"], properties: { reference, short } });
    expect(fitData(open, { data: marker }).data).toMatchObject({ ...marker, reference: marker.tcMark });
    expect(fitData(open, { data: marker }).data["short"]).not.toBe(marker.tcMark);
  });

  it("have a text of their own where a pattern has enough of them, and the same for the same marker", () => {
    const barcode = { type: "string", pattern: "^LB-[0-9]{8}$" };
    const closed = under({ ...form, required: ["barcode"], properties: { barcode } });
    const of = (tcMark: string) => fitData(closed, { data: { ...marker, tcMark } });
    expect(of("a~run-1~1").markerAt).toEqual(["barcode"]);
    expect(new Set([1, 2, 3, 1].map((one) => of(`a~run-1~${String(one)}`).data["barcode"])).size).toBe(3);
    const few = under({
      ...form,
      required: ["barcode"],
      properties: { barcode: { ...barcode, pattern: "^[A-C]{4}$" } },
    });
    expect(fitData(few, { data: marker }).markerAt).toBeUndefined();
  });

  it("have no marker where a condition of the schema forbids it", () => {
    const schema = { ...form, not: { properties: { subject: { minLength: 12 } } } };
    expect(markerPlaceIn(schema)?.path).toEqual(["remark"]);
  });
});

const action = { key: "open", groupLabel: "clerks", creates: true, appends: true };
