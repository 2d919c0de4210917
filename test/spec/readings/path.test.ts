/** Where a path leads, with its wildcards. */
import { describe, expect, test } from "vitest";
import { everyPlace, placesAt, valuesAt, without } from "../../../spec/readings/path.ts";
import type { Json } from "../../../spec/json.ts";

const link: Json = { files: [{ sum: "a" }, { sum: "b" }, {}], byName: { "x.txt": { sum: "c" } }, none: null };

describe("a path", () => {
  test.each<[readonly string[], readonly Json[]]>([
    [[], [link]],
    [["none"], [null]],
    [
      ["files", "*", "sum"],
      ["a", "b"],
    ],
    [["files", "1", "sum"], ["b"]],
    [["files", "9"], []],
    [["byName", "{*}", "sum"], ["c"]],
    [["byName", "*"], []],
    [["files", "{*}"], []],
    [["toString"], []],
    [["none", "deeper"], []],
  ])("%j", (path, values) => {
    expect(valuesAt(link, path)).toEqual(values);
  });

  test("tells the places it led to, and the key of the last wildcard for members", () => {
    expect(placesAt(link, ["byName", "{*}", "sum"])).toEqual([
      { path: ["byName", "x.txt", "sum"], value: "c", key: "x.txt" },
    ]);
    expect(placesAt(link, ["files", "*"]).map(({ path }) => path.join("."))).toEqual(["files.0", "files.1", "files.2"]);
    expect(placesAt(undefined, [])).toEqual([]);
  });
});

test("every place comes in document order, the root first, up to a bound", () => {
  const paths = [...everyPlace({ a: [1, { b: 2 }], c: 3 })].map(({ path }) => path.join("."));
  expect(paths).toEqual(["", "a", "a.0", "a.1", "a.1.b", "c"]);
  expect([...everyPlace({ a: [1, { b: 2 }], c: 3 }, 3)]).toHaveLength(3);
  const outside = [...everyPlace({ a: [1, { b: 2 }], c: 3 }, undefined, { intoLists: false })];
  expect(outside.map(({ path }) => path.join("."))).toEqual(["", "a", "c"]);
});

describe("without", () => {
  test("takes away what the paths lead to, and changes nothing else", () => {
    const before = structuredClone(link);
    expect(without(link, [["files", "*", "sum"], ["byName", "{*}"], ["none"]])).toEqual({
      files: [{}, {}, {}],
      byName: {},
    });
    expect(link).toEqual(before);
  });

  test("one element among others keeps its place", () => {
    expect(without(link, [["files", "1", "sum"]])).toMatchObject({ files: [{ sum: "a" }, {}, {}] });
  });

  test("the root itself, or what is not there, is left", () => {
    expect(without(link, [[], ["no", "such"], ["files", "x"]])).toEqual(link);
    expect(without("text", [["a"]])).toBe("text");
  });
});
