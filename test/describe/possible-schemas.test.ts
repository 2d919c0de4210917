/** Schemas that something can follow are left in peace, however strict they are. */
import { describe, expect, test } from "vitest";
import { reference, withSchemas, type Schemas } from "./lib/own-document.ts";

describe("something can follow", () => {
  const tree = {
    type: "object",
    required: ["name", "children"],
    properties: { name: { type: "string" }, children: { type: "array", items: reference("Link") } },
  };
  test.each<[string, Schemas]>([
    ["a tree", { Link: tree }],
    [
      "a tree whose branches may be null",
      {
        Link: {
          type: "object",
          required: ["next"],
          properties: { next: { anyOf: [{ type: "null" }, reference("Link")] } },
        },
      },
    ],
    [
      "a list of pairs",
      {
        Link: {
          type: "object",
          required: ["pair"],
          properties: {
            pair: { type: "array", prefixItems: [{ type: "string" }, { type: "number" }], items: false, minItems: 2 },
          },
        },
      },
    ],
    [
      "limits, patterns and formats of its own",
      {
        Link: {
          type: "object",
          required: ["key", "at", "amount", "tags", "kind", "code", "mail"],
          properties: {
            key: { type: "string", pattern: "^claim-\\d{4}$" },
            at: { type: "string", format: "date-time" },
            amount: { type: "number", exclusiveMinimum: 0, multipleOf: 0.05 },
            tags: { type: "array", items: { type: "string", minLength: 3 }, minItems: 2, uniqueItems: true },
            kind: { enum: ["a", "b"] },
            code: { type: "string", minLength: 8, maxLength: 8 },
            mail: { type: "string", format: "email", maxLength: 5 },
          },
          additionalProperties: false,
        },
      },
    ],
    [
      "one of two kinds",
      {
        Link: {
          discriminator: { propertyName: "kind" },
          oneOf: [
            { type: "object", required: ["kind"], properties: { kind: { const: "a" }, a: { type: "number" } } },
            {
              type: "object",
              required: ["kind", "b"],
              properties: { kind: { const: "b" }, b: { type: "string", writeOnly: true } },
            },
          ],
        },
      },
    ],
    [
      "alternatives of which one is impossible",
      { Link: { anyOf: [false, { type: "object" }, { type: "object", not: {} }] } },
    ],
    [
      "conditions",
      {
        Link: {
          type: "object",
          required: ["kind"],
          properties: { kind: { enum: ["a", "b"] } },
          if: { properties: { kind: { const: "a" } } },
          then: { required: ["amount"], properties: { amount: { type: "number" } } },
          else: { required: ["text"] },
          dependentRequired: { kind: ["since"] },
          propertyNames: { pattern: "^[a-z]+$" },
        },
      },
    ],
    [
      "members by pattern",
      {
        Link: {
          type: "object",
          patternProperties: { "^x-": { type: "string" } },
          properties: { name: { type: "string" } },
          additionalProperties: false,
        },
      },
    ],
    [
      "a closed union of parts",
      {
        Link: {
          allOf: [{ type: "object", properties: { a: {} } }, { properties: { b: {} } }],
          unevaluatedProperties: false,
        },
      },
    ],
    [
      "a type beside a part that is of none",
      { Link: { allOf: [{ required: ["a"] }, { properties: { a: { type: "string" } } }, { type: "object" }] } },
    ],
    [
      "what it is not",
      {
        Link: {
          type: "object",
          required: ["a"],
          properties: { a: { type: "string", not: { enum: ["", "text"] } } },
          not: { required: ["b"] },
        },
      },
    ],
    [
      "an error of its own kind",
      {
        EnvelopeError: {
          type: ["object", "null"],
          required: ["code"],
          properties: { code: { type: "integer", minimum: 100, maximum: 599 } },
        },
      },
    ],
    [
      "members called as keywords are",
      {
        Link: {
          type: "object",
          required: ["enum", "$ref", "not"],
          properties: { enum: { type: "array", items: {} }, $ref: { type: "string" }, not: {} },
        },
      },
    ],
    [
      "examples that look like references",
      { Link: { type: "object", example: { $ref: "#/nope" }, default: { $ref: "x" } } },
    ],
  ])("%s", (_, schemas) => {
    expect(withSchemas(schemas)).toEqual([]);
  });

  test("alternatives that overlap are a remark at most", () => {
    const overlapping = {
      oneOf: [
        { type: "object", properties: { a: {} } },
        { type: "object", properties: { b: {} } },
      ],
    };
    expect(withSchemas({ Link: overlapping }).filter(({ severity }) => severity === "mismatch")).toEqual([]);
  });
});
