/** When two JSON values are the same, and where they are not. */
import { describe, expect, test } from "vitest";
import { brief, containsMembers, differences, firstDifference, sameJson } from "../../../spec/readings/equal.ts";
import type { Json } from "../../../spec/json.ts";

describe("the same value", () => {
  test.each<[string, Json, Json, boolean]>([
    ["members in another order", { a: 1, b: 2 }, { b: 2, a: 1 }, true],
    ["elements in another order", [1, 2], [2, 1], false],
    ["a list that goes on", [1], [1, 2], false],
    ["an object and a list", {}, [], false],
    ["null and nothing in it", null, {}, false],
    ["a number and its text", 1, "1", false],
    ["two ways to write one number", 1, 1.0, true],
    ["texts that look alike", "\u00e9", "e\u0301", false],
    ["a member that is null and one that is absent", { a: null }, {}, false],
  ])("%s", (_, left, right, same) => {
    expect([sameJson(left, right), sameJson(right, left)]).toEqual([same, same]);
  });

  test("a member inherited by every object is not there", () => {
    expect(sameJson(JSON.parse('{"toString":null}') as Json, {})).toBe(false);
    expect(sameJson(JSON.parse('{"__proto__":1}') as Json, JSON.parse('{"__proto__":1}') as Json)).toBe(true);
  });

  test("however deep", () => {
    const deep = (): Json => JSON.parse(`${"[".repeat(20_000)}1${"]".repeat(20_000)}`) as Json;
    expect(sameJson(deep(), deep())).toBe(true);
  });
});

describe("differences", () => {
  test("are told with their place, in the order of what was wanted, and what is too much last", () => {
    const found = [...differences({ a: 1, b: [1, { c: 2 }], d: 4 }, { d: 5, b: [1, { c: 3 }], a: 1, e: 6 })];
    expect(found).toEqual([
      { path: ["b", "1", "c"], expected: 2, actual: 3 },
      { path: ["d"], expected: 4, actual: 5 },
      { path: ["e"], expected: undefined, actual: 6 },
    ]);
    expect(firstDifference({ a: { b: 1 } }, { a: {} }, ["root"])).toEqual({
      path: ["root", "a", "b"],
      expected: 1,
      actual: undefined,
    });
  });

  test("leave out more members at the top only", () => {
    const extra = { extraTopMembers: true };
    expect([...differences({ a: { b: 1 } }, { a: { b: 1 }, more: 1 }, [], extra)]).toEqual([]);
    expect([...differences({ a: { b: 1 } }, { a: { b: 1, more: 1 } }, [], extra)]).toHaveLength(1);
  });
});

test("an object contains members that it has with the same value", () => {
  expect(containsMembers({ a: [1], b: 2 }, { a: [1] })).toBe(true);
  expect(containsMembers({ a: [1, 2] }, { a: [1] })).toBe(false);
  expect(containsMembers(undefined, {})).toBe(false);
  expect(containsMembers("x", "x")).toBe(true);
});

test("a value in brief is one line, cut with a note of its length", () => {
  expect(brief({ a: "x\ny" })).toBe('{"a":"x\\ny"}');
  expect(brief(undefined)).toBe("nothing");
  expect(brief("x".repeat(200), 10)).toBe('"xxxxxxxxx… (202 characters)');
});
