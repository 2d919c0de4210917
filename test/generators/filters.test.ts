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

describe("pages", () => {
  it("are odd by name", () => {
    expect(oddPages("$p.endCursor").every(({ traits }) => traits[0]?.startsWith("page."))).toBe(true);
  });

  it("are counted", () => {
    expect([pagesOfWalk(12, 5), pagesOfWalk(12, 12), pagesOfWalk(12, 13), pagesOfWalk(0, 1)]).toEqual([3, 1, 1, 1]);
  });
});
