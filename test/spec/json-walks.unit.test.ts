/** What stands in JSON values, and copies of them with something else there. */
import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../../spec/json.ts";
import { leavesIn, textsIn, valueAt, withLeaves, withValueAt } from "../../spec/json-walks.ts";

const order: JsonObject = { id: "a", lines: [{ piece: "pen", count: 2 }, { piece: null }], open: false };

describe("leaves", () => {
  test("come in the order of the document", () => {
    expect(leavesIn(order)).toEqual(["a", "pen", 2, null, false]);
    expect(textsIn(order)).toEqual(["a", "pen"]);
  });

  test("are none of nothing, and the value itself where it holds nothing", () => {
    expect(leavesIn(undefined)).toEqual([]);
    expect(leavesIn(7)).toEqual([7]);
  });

  test("are bounded, however much a target answers, and however deep", () => {
    let deep: Json = "leaf";
    for (let level = 0; level < 30_000; level += 1) deep = [deep];
    expect(leavesIn(deep)).toEqual([]);
    expect(leavesIn(Array.from({ length: 50_000 }, () => 1)).length).toBeLessThan(20_000);
  });
});

describe("a place", () => {
  test("is found through members and indexes, and never among what is inherited", () => {
    expect(valueAt(order, ["lines", "0", "piece"])).toBe("pen");
    expect(valueAt(order, ["lines", "7", "piece"])).toBeUndefined();
    expect(valueAt(order, ["constructor"])).toBeUndefined();
  });

  test("gets another value, where the members keep their order", () => {
    expect(JSON.stringify(withValueAt(order, ["lines", "0", "piece"], "ink"))).toBe(
      JSON.stringify({ id: "a", lines: [{ piece: "ink", count: 2 }, { piece: null }], open: false }),
    );
    expect(withValueAt({}, ["sender", "name"], "Ada")).toEqual({ sender: { name: "Ada" } });
  });

  test("loses what stands there", () => {
    expect(withValueAt(order, ["lines", "0", "count"], undefined)).toEqual({
      ...order,
      lines: [{ piece: "pen" }, { piece: null }],
    });
  });

  test("in a list or behind a text that is not there changes nothing", () => {
    expect(withValueAt(order, ["lines", "7"], "ink")).toEqual(order);
    expect(withValueAt(order, ["id", "inner"], "ink")).toEqual(order);
  });
});

test("each leaf is changed by itself", () => {
  expect(withLeaves(order, (leaf) => (typeof leaf === "string" ? leaf.toUpperCase() : leaf))).toEqual({
    ...order,
    id: "A",
    lines: [{ piece: "PEN", count: 2 }, { piece: null }],
  });
});
