/** Whether data follow a schema, also where they carry members that JavaScript's objects have. */
import { describe, expect, test } from "vitest";
import { followsSchema } from "../../spec/data-schemas/follows.ts";

const place = { city: "Lyon", code: 69 };

describe.each([
  ["one value", { type: "object", properties: { place: { const: place } } }],
  ["one of several", { type: "object", properties: { place: { enum: [{ city: "Nice" }, place] } } }],
])("%s", (_, schema) => {
  test("that very object", () => {
    expect(followsSchema(schema, { place: { ...place } })).toBe(true);
  });

  test.each(["valueOf", "toString", "constructor", "__proto__", "hasOwnProperty"])("not one with %s beside", (name) => {
    const other = JSON.parse(`{ "city": "Lyon", ${JSON.stringify(name)}: 69 }`) as typeof place;
    expect(followsSchema(schema, { place: other })).toBe(false);
    expect(followsSchema(schema, { place: { ...other, ...place } })).toBe(false);
  });
});

test("a multiple of a tenth, though it is not quite one for who divides floating-point numbers", () => {
  expect(followsSchema({ multipleOf: 0.1 }, 11.2)).toBe(true);
  expect(followsSchema({ multipleOf: 0.1 }, 11.25)).toBe(false);
});
