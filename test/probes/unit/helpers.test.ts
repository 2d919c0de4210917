/** The small helpers of the probes. */
import { describe, expect, it } from "vitest";
import { families, bisect } from "../../../probes/lib/bisection.ts";
import { unitedPath } from "../../../probes/lib/generic-path.ts";
import { mineNames } from "../../../probes/lib/mine-names.ts";
import { shapeOf } from "../../../probes/points/error-bodies.ts";
import { textMember } from "../../../probes/search/members.ts";
import { mayFindComputed } from "../../../probes/search/search-discovery.ts";
import type { StateFold } from "../../../spec/vocabulary/profile.ts";

describe("words of a refusal", () => {
  it.each([
    ["the query parameter digest is missing", "digest"],
    ['{"error":{"message":"querystring must have required property \'fileKeys\'"}}', "fileKeys"],
    ["name at least one file: ?sums=…", "sums"],
    ["which files?", "files"],
  ])("of %s begin with the name", (text, name) => {
    expect(mineNames(text)[0]).toBe(name);
  });
  it("are few", () => {
    expect(mineNames("one two three four five six seven eight nine ten eleven twelve").length).toBeLessThanOrEqual(6);
  });
});

describe("bisection", () => {
  const items = Array.from({ length: 60 }, (_, index) => index);
  const search = (guilty: readonly number[], maxGroups: number) => {
    let asked = 0;
    const accepted = async (groups: readonly (readonly number[])[]) => {
      asked += groups.length;
      return groups.map((group) => !group.some((item) => guilty.includes(item)));
    };
    return bisect([items], { accepted, maxGroups }).then((found) => ({
      found: found.toSorted((a, b) => a - b),
      asked,
    }));
  };

  it("finds what is refused", async () => {
    const { found, asked } = await search([7, 41], 60);
    expect(found).toEqual([7, 41]);
    expect(asked).toBeLessThan(30);
  });
  it("takes everything that is still open as refused when the bound is reached", async () => {
    const { found, asked } = await search([7, 41], 5);
    expect(asked).toBeLessThanOrEqual(5);
    expect(found).toEqual(expect.arrayContaining([7, 41]));
    expect(found.length).toBeLessThan(60);
  });
  it("begins with families, the unsuspected first", () => {
    expect(families(["nul", "deep-60", "text", "deep-8"], [/nul/, /deep/], String)).toEqual([
      ["text"],
      ["nul"],
      ["deep-60", "deep-8"],
    ]);
  });
});

describe("paths", () => {
  it("that differ in one step are one path", () => {
    expect(
      unitedPath([
        ["files", "a", "sum"],
        ["files", "b", "sum"],
      ]),
    ).toEqual(["files", "{*}", "sum"]);
    expect(
      unitedPath([
        ["files", "a"],
        ["other", "b"],
      ]),
    ).toBeUndefined();
    expect(unitedPath([["files"], ["files", "a"]])).toBeUndefined();
  });
});

describe("the shape of a refusal", () => {
  it("names types and members, not values", () => {
    const response = {
      status: 400,
      headers: { "content-type": "application/json; charset=utf-8" },
      bytes: 9,
      sha256: "",
    };
    expect(shapeOf({ ...response, json: { value: { data: null, error: { code: "x" } } } })).toBe(
      "application/json {data: null, error: {code: string}}",
    );
    expect(shapeOf({ ...response, bytes: 0 })).toBe("empty");
  });
});

describe("searches by what the target computes", () => {
  it.each<[readonly string[] | null, StateFold, boolean]>([
    [null, "shallow-merge", true],
    [["last"], "replace", true],
    [["stages"], "keyed-by-action", true],
    [["parties"], "keyed-by-group", true],
    [["journal", "*", "entry"], "list-of-actions", true],
    [["data"], "shallow-merge", false],
    [["data"], "first-wins", false],
    [[], "replace", false],
  ])("may stand for those by what stands at %j as %s: %s", (path, fold, expected) => {
    expect(mayFindComputed({ path, fold, encoding: "json", exact: true })).toBe(expected);
  });
});

it("a trace is searched for by a text that its form does not list", () => {
  const data = { note: "fatigue", patient: "P-1", kind: "urgent" };
  const properties = { note: { const: "fatigue" }, patient: { type: "string" }, kind: { enum: ["urgent", "usual"] } };
  expect(textMember(data, { properties })).toEqual({ name: "patient", value: "P-1" });
  expect(textMember(data)).toEqual({ name: "note", value: "fatigue" });
  expect(textMember({ kind: "urgent" }, { properties })).toEqual({ name: "kind", value: "urgent" });
});
