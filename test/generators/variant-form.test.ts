/** Variants of the data of one form: choices by turns, many members and items by turns with few. */
import { expect, test } from "vitest";
import { fitData } from "../../generators/index.ts";
import { followsSchema } from "../../spec/data-schemas/follows.ts";
import type { JsonObject } from "../../spec/json.ts";

const closed = { type: "object", additionalProperties: false } as const;

/** The data of the first variants of one document, that without a number ahead. */
function variants(dataSchema: JsonObject, count = 4): readonly JsonObject[] {
  const action = { key: "note", groupLabel: "all", creates: false, appends: true, dataSchema };
  return Array.from({ length: count }, (_, variant) => {
    const { data } = fitData(action, { data: { number: 1 }, variant });
    expect(followsSchema(dataSchema, data)).toBe(true);
    return data;
  });
}

test("each value of a choice comes in its turn", () => {
  const properties = { size: { enum: ["s", "m", "l"] }, isWhole: { type: "boolean" } };
  const [, ...made] = variants({ ...closed, required: ["size", "isWhole"], properties });
  expect(new Set(made.map(({ size }) => size)).size).toBe(3);
  expect(new Set(made.map(({ isWhole }) => isWhole)).size).toBe(2);
});

test("members that may be left out, and items of lists, are many and few by turns", () => {
  const properties = {
    name: { type: "string" },
    remark: { type: "string" },
    lines: { type: "array", items: { type: "integer" } },
  };
  const [, rich, bare] = variants({ ...closed, required: ["lines"], properties });
  expect(Object.keys(rich ?? {}).toSorted()).toEqual(["lines", "name", "remark"]);
  expect((rich?.["lines"] as readonly unknown[]).length).toBeGreaterThanOrEqual(3);
  expect((bare?.["lines"] as readonly unknown[]).length).toBeLessThan(2);
});

test("ways in which members go together come by turns, and whole examples", () => {
  const ways = [true, false].map((ok) => ({ properties: { ok: { const: ok } }, required: ["ok", ok ? "by" : "why"] }));
  const base = { ...closed, properties: { ok: {}, by: { type: "string" }, why: { type: "string" } }, anyOf: ways };
  expect(
    new Set(
      variants(base)
        .slice(1)
        .map(({ ok }) => ok),
    ).size,
  ).toBe(2);
  const listed = { ...closed, properties: { a: {} }, enum: [{ a: "x" }, { a: "y" }] };
  expect(
    new Set(
      variants(listed)
        .slice(1)
        .map(({ a }) => a),
    ).size,
  ).toBe(2);
});

test("where conditions rule a variant out the data are such as any", () => {
  const properties = { kind: { enum: ["a", "b"] }, extra: { type: "integer" } };
  const conditions = { if: { properties: { kind: { const: "a" } } }, then: { properties: { extra: false } } };
  for (const data of variants({ ...closed, required: ["kind"], properties, ...conditions }, 6))
    expect(data).toHaveProperty("kind");
});
