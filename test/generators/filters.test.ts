import { describe, expect, it } from "vitest";
import { filterCases, nearMisses, oddPages, pagesOfWalk } from "../../generators/index.ts";

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

describe("pages", () => {
  it("are odd by name", () => {
    expect(oddPages("$p.endCursor").every(({ traits }) => traits[0]?.startsWith("page."))).toBe(true);
  });

  it("are counted", () => {
    expect([pagesOfWalk(12, 5), pagesOfWalk(12, 12), pagesOfWalk(12, 13), pagesOfWalk(0, 1)]).toEqual([3, 1, 1, 1]);
  });
});
