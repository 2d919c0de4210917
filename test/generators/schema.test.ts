import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { actionInput, fittingAction, isOpen, schemaValue } from "../../generators/index.ts";
import type { JsonObject } from "../../spec/vocabulary/json.ts";

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

  it("shrink to values that still follow it", () => {
    const schema = schemas["a closed object"] ?? {};
    const validate = ajv.compile(schema);
    const details = fc.check(
      fc.property(schemaValue(schema), (value) => !("count" in (value as object))),
      { seed: 1 },
    );
    expect(validate(details.counterexample?.[0])).toBe(true);
  });

  it("carry what is wanted beside the schema's own members, where there is room", () => {
    const open = { ...action, dataSchema: schemas["formats"] ?? {} };
    const closed = { ...action, dataSchema: schemas["a closed object"] ?? {} };
    const [first] = fc.sample(actionInput(open, { tcMark: "m", date: 1 }), { seed: 1, numRuns: 1 });
    const [second] = fc.sample(actionInput(closed, { tcMark: "m" }), { seed: 1, numRuns: 1 });
    expect(first).toMatchObject({ tcMark: "m", date: expect.stringMatching(/^\d{4}-/) });
    expect(second).not.toHaveProperty("tcMark");
    expect([isOpen(open), isOpen(closed), isOpen(action)]).toEqual([true, false, true]);
  });

  it("are wanted only where no action takes any data", () => {
    const strict = { ...action, key: "strict", dataSchema: schemas["formats"] ?? {} };
    expect(fittingAction({ id: "1", actions: [strict, action] }, "create")?.key).toBe("open");
    expect(fittingAction({ id: "1", actions: [strict] }, "create")?.key).toBe("strict");
    expect(fittingAction({ id: "1", actions: [{ ...action, appends: false }] }, "act")).toBeUndefined();
  });
});

const action = { key: "open", groupLabel: "clerks", creates: true, appends: true };
