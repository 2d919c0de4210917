import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../spec/json.ts";
import { filterCases, formValues, nearMisses, oddPages, pagesOfWalk } from "../../generators/index.ts";

const data = { tcRun: "run-1", tcMark: "mark-1", word: "Amber", count: 17, open: true, inner: { city: "Lyon" } };

describe("filters", () => {
  it("hit and miss by every member of the document", () => {
    const cases = filterCases(data);
    for (const { filters, hit } of cases.filter((c) => c.hit))
      for (const [key, value] of Object.entries(filters))
        expect([hit, key === "inner.city" ? data.inner.city : data[key as keyof typeof data]]).toEqual([true, value]);
    expect(cases.filter(({ hit }) => hit).map(({ name }) => name)).toContain("hit inner.city");
    expect(cases.filter(({ hit }) => !hit).length).toBeGreaterThan(30);
  });

  it("miss by a name and a text that are the same in one word", () => {
    expect(filterCases(data)).toContainEqual(
      expect.objectContaining({ filters: { tcMark: "mark-1", wor: "dAmber" }, hit: false }),
    );
  });

  it("miss by another type, another case, a prefix, a suffix and an extension", () => {
    expect(nearMisses("count", 17)).toContainEqual(expect.objectContaining({ filters: { count: "17" }, hit: false }));
    expect(nearMisses("count", "17")).toContainEqual(expect.objectContaining({ filters: { count: 17 } }));
    const texts = nearMisses("word", "Amber").map(({ filters }) => filters["word"]);
    expect(texts).toEqual(expect.arrayContaining(["AMBER", "Ambe", "mber", "mbe", "Amberx", "Amber ", null]));
    expect(texts).not.toContain("Amber");
  });
});

describe("near misses of numbers", () => {
  const misses = (value: number) => nearMisses("n", value).map(({ filters }) => filters["n"]);

  it("differ in the last digit, of large and of late ones too", () => {
    expect(misses(17)).toEqual(["17", 18, -17, 170, null]);
    expect(misses(123_456_789_012_345)).toContain(123_456_789_012_346);
    expect(misses(12.345_678_9)).toContain(12.345_678_8);
    expect(misses(1.5e-7)).toContain(1.6e-7);
  });

  it("have the same lowest 32 bits", () => {
    expect(
      misses(123_456_789_012_345).some((n) => typeof n === "number" && (n | 0) === (123_456_789_012_345 | 0)),
    ).toBe(true);
  });

  it("may be refused where 32 bits do not hold them", () => {
    const traitsOf = (value: number) =>
      filterCases({ tcMark: "m", n: value }).find(({ name }) => name === "hit n")?.traits;
    expect([traitsOf(17), traitsOf(2 ** 31), traitsOf(0.5)]).toEqual([[], ["search.odd-value"], ["search.odd-value"]]);
  });
});

describe("numbers and flags of a form", () => {
  const base = { key: "order", groupLabel: "sales", creates: true, appends: false };
  const form = (size: JsonObject): JsonObject => ({
    type: "object",
    additionalProperties: false,
    required: ["size"],
    properties: { size: { type: "number", ...size }, open: { type: "boolean" }, name: { type: "string" } },
  });
  const valuesIn = (dataSchema: JsonObject, data: JsonObject, examples?: readonly JsonObject[]) =>
    formValues({ ...base, dataSchema, ...(examples ? { examples } : {}) }, data, 3);

  it("are a fraction, nought, and the flag the other way round, where the form takes them", () => {
    const { documents, members } = valuesIn(form({}), { size: 3, open: true, name: "x" });
    expect(documents).toEqual([
      { size: 3, open: true, name: "x" },
      { size: 3.5, open: false, name: "x" },
      { size: 0, open: false, name: "x" },
    ]);
    expect(members).toEqual([
      { name: "size", values: [3, 3.5, 0] },
      { name: "open", values: [true, false] },
    ]);
  });

  it("keep to the form, and are searched for by nought all the same", () => {
    const { documents, members } = valuesIn(form({ type: "integer", minimum: 1 }), { size: 3 });
    expect(documents).toEqual([{ size: 3 }, { size: 4 }]);
    expect(members).toEqual([{ name: "size", values: [3, 4, 0] }]);
  });

  it("are those of the examples where the form takes these alone", () => {
    const examples = [{ size: 630 }, { size: 1000.5 }];
    const { documents, members } = valuesIn({ enum: examples }, { size: 630 }, examples);
    expect(documents).toEqual(examples);
    expect(members).toEqual([{ name: "size", values: [630, 1000.5, 0] }]);
  });

  it("are none where it has texts alone", () => {
    expect(valuesIn(form({}), { name: "x" }).members).toEqual([]);
  });
});

describe("pages", () => {
  it("are odd by name", () => {
    expect(oddPages("$p.endCursor").every(({ traits }) => traits[0]?.startsWith("page."))).toBe(true);
  });

  it("are counted", () => {
    expect([pagesOfWalk(12, 5), pagesOfWalk(12, 12), pagesOfWalk(12, 13), pagesOfWalk(0, 1)]).toEqual([3, 1, 1, 1]);
  });
});
