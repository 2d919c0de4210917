/** Forms in which some members stand only as in data that were taken, and data that are brought to them. */
import { describe, expect, test } from "vitest";
import { fitData } from "../../generators/index.ts";
import { asTaken, broughtTo } from "../../spec/data-schemas/as-taken.ts";
import { followsSchema } from "../../spec/data-schemas/follows.ts";
import type { JsonObject } from "../../spec/json.ts";

const day: JsonObject = { type: "string", format: "date" };
const stay: JsonObject = {
  type: "object",
  required: ["guest", "period"],
  properties: {
    guest: { type: "string", maxLength: 80 },
    period: {
      type: "object",
      required: ["from", "to"],
      properties: { from: day, to: day },
      additionalProperties: false,
    },
    pet: { enum: ["cat", "dog"] },
    cage: { type: "string", pattern: "^C[0-9]{3}$" },
  },
  additionalProperties: false,
};
const period = (from: string, to: string): JsonObject => ({ period: { from, to } });
const [may, june] = [period("2026-05-01", "2026-05-03"), period("2026-06-04", "2026-06-09")];
const dates = [
  ["period", "from"],
  ["period", "to"],
];

/** Data that are drawn of a form. */
const drawn = (dataSchema: JsonObject, count = 30): readonly JsonObject[] =>
  Array.from({ length: count }, (_, number) => {
    const action = { key: "book", groupLabel: "all", creates: true, appends: false, dataSchema };
    return fitData(action, {
      data: { tcRun: "20270131-3f9k2c", tcMark: `m~20270131-3f9k2c~${String(number)}`, number },
    }).data;
  });

describe("the form", () => {
  test("has members together as they were, and leaves the others as they are", () => {
    const form =
      asTaken(stay, dates, [
        { guest: "A", ...may },
        { guest: "B", ...june },
      ]) ?? {};
    expect(followsSchema(form, { guest: "Somebody else", pet: "dog", cage: "C123", ...june })).toBe(true);
    expect(followsSchema(form, { guest: "C", ...period("2026-05-01", "2026-06-09") })).toBe(false);
    const all = drawn(form);
    expect(all.filter((data) => !followsSchema(form, data))).toEqual([]);
    expect(new Set(all.map((data) => JSON.stringify(data["period"]))).size).toBe(2);
    expect(new Set(all.map((data) => data["cage"])).size).toBeGreaterThan(5);
  });

  test("keeps together what stood together by the form before, and what that left free", () => {
    const all = [
      { guest: "A", ...may, pet: "cat", cage: "C100" },
      { guest: "B", ...june, pet: "dog" },
    ];
    const before = asTaken(stay, [["pet"], ["period", "from"], ["cage"]], all) ?? {};
    const form = asTaken(before, [["period", "to"]], all) ?? {};
    const free = { guest: "Somebody else" };
    expect(followsSchema(form, { ...free, ...may, pet: "cat", cage: "C100" })).toBe(true);
    expect(followsSchema(before, { ...free, ...period("2026-05-01", "2026-06-09"), pet: "cat", cage: "C100" })).toBe(
      true,
    );
    expect(followsSchema(form, { ...free, ...period("2026-05-01", "2026-06-09"), pet: "cat", cage: "C100" })).toBe(
      false,
    );
    expect(followsSchema(form, { ...free, ...june, pet: "cat", cage: "C100" })).toBe(false);
    expect(drawn(form).filter((data) => !followsSchema(before, data))).toEqual([]);
  });

  test("of shapes that say more than which values stand together nobody knows which was taken", () => {
    const shapes: JsonObject[] = [
      { properties: { pet: { const: "cat" }, cage: { minLength: 2 } } },
      { properties: { pet: { const: "dog" } } },
    ];
    expect(asTaken({ ...stay, anyOf: shapes }, dates, [{ guest: "A", ...may }])).toBeUndefined();
  });

  test("of one member alone stays without conditions, so that what was open is open", () => {
    const form =
      asTaken({ ...stay, additionalProperties: true }, [["pet"]], [{ guest: "A", ...may, pet: "cat" }]) ?? {};
    expect(form["anyOf"]).toBeUndefined();
    expect(followsSchema(form, { guest: "A", ...may, pet: "dog" })).toBe(false);
  });

  test("leaves out together what was left out together", () => {
    const taken = [
      { guest: "A", ...may, pet: "cat", cage: "C001" },
      { guest: "B", ...june },
    ];
    const form = asTaken(stay, [["pet"], ["cage"]], taken) ?? {};
    expect(followsSchema(form, { guest: "C", ...may })).toBe(true);
    expect(followsSchema(form, { guest: "C", ...may, pet: "cat" })).toBe(false);
    expect(drawn(form).every((data) => Object.hasOwn(data, "pet") === Object.hasOwn(data, "cage"))).toBe(true);
  });

  test("says of a list only whether it may be there, where it may be another", () => {
    const words = { type: "array", items: { type: "string" } };
    const edit: JsonObject = {
      type: "object",
      properties: { add: words, remove: words },
      additionalProperties: false,
      anyOf: [{ required: ["add"] }, { required: ["remove"] }],
    };
    const form = asTaken(edit, [["remove"]], [{ add: ["one"] }], [["remove"]]) ?? {};
    expect(followsSchema(form, { add: ["another"] })).toBe(true);
    expect(followsSchema(form, { add: ["one"], remove: ["two"] })).toBe(false);
    expect(followsSchema(form, {})).toBe(false);
  });

  test("is none where the schema has other shapes to choose from", () => {
    const shapes = { oneOf: [{ properties: { a: { const: 1 } } }, { properties: { a: { const: 2 } } }] };
    expect(asTaken(shapes, [["a"]], [{ a: 1 }])).toBeUndefined();
  });
});

describe("data", () => {
  const form =
    asTaken(stay, dates, [
      { guest: "A", ...may },
      { guest: "B", ...june },
    ]) ?? {};

  test("that follow the form stay as they are", () => {
    const data = { guest: "C", ...june };
    expect(broughtTo(form, data, 1)).toBe(data);
  });

  test("get the members that decide as they once were, and keep all others", () => {
    const data = { guest: "C", cage: "C777", ...period("2099-01-01", "1970-01-01") };
    const brought = broughtTo(form, data, 1);
    expect(followsSchema(form, brought)).toBe(true);
    expect(brought).toMatchObject({ guest: "C", cage: "C777" });
  });
});
