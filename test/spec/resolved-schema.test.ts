/** Schemas whose parts stand in an `allOf`: each of them still holds when they are merged. */
import { describe, expect, test } from "vitest";
import { asTaken } from "../../spec/data-schemas/as-taken.ts";
import { followsSchema } from "../../spec/data-schemas/follows.ts";
import { resolvedSchema } from "../../spec/data-schemas/resolve.ts";
import type { JsonObject } from "../../spec/json.ts";

const whereKind = (kind: string, wanted: string): JsonObject => ({
  if: { properties: { kind: { const: kind } } },
  then: { required: [wanted] },
});
const parcel: JsonObject = {
  type: "object",
  required: ["kind", "sent"],
  properties: {
    kind: { enum: ["glass", "frozen", "letter"] },
    sent: { type: "string", format: "date" },
    padding: { type: "string" },
    degrees: { type: "integer" },
  },
  additionalProperties: false,
  allOf: [whereKind("glass", "padding"), whereKind("frozen", "degrees")],
};
const sent = "2026-05-01";

describe.each([
  ["merged", resolvedSchema(parcel, parcel)],
  ["merged once more", resolvedSchema(resolvedSchema(parcel, parcel), parcel)],
  ["with a member as it was taken", asTaken(parcel, [["sent"]], [{ kind: "letter", sent }]) ?? {}],
])("conditions of an `allOf`, %s", (_, schema) => {
  test.each<[JsonObject, boolean]>([
    [{ kind: "letter", sent }, true],
    [{ kind: "glass", sent }, false],
    [{ kind: "glass", sent, padding: "straw" }, true],
    [{ kind: "frozen", sent }, false],
    [{ kind: "frozen", sent, degrees: -18 }, true],
  ])("%j: %s", (data, follows) => {
    expect(followsSchema(schema, data)).toBe(follows);
  });
});

test("each set of shapes to choose from holds", () => {
  const either = (...names: string[]): JsonObject => ({ anyOf: names.map((name) => ({ required: [name] })) });
  const schema = { type: "object", properties: { a: {} }, allOf: [either("a", "b"), either("c", "d")] };
  const resolved = resolvedSchema(schema, schema);
  expect(followsSchema(resolved, { a: 1, d: 1 })).toBe(true);
  expect(followsSchema(resolved, { a: 1 })).toBe(false);
  expect(followsSchema(resolved, { c: 1 })).toBe(false);
});

test("what is said twice stands once", () => {
  const condition = whereKind("glass", "padding");
  const schema: JsonObject = { type: "object", ...condition, allOf: [condition] };
  expect(resolvedSchema(schema, schema)).toEqual({ type: "object", ...condition });
});
