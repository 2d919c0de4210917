import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dataTraits, combinedDocument, documentArbitrary, withMarker, plainDocument } from "../../generators/index.ts";
import { nestingOf } from "../../generators/json/json-object.ts";

const marker = { run: "run-1", marker: "m-1" };
const names = dataTraits.map(({ trait }) => trait);

describe("data traits", () => {
  it("have names of their own", () => {
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^data\.[a-z0-9-_]+$/);
  });

  it("use members that no other trait and no marker uses", () => {
    const members = dataTraits.filter(({ top }) => !top).map(({ member }) => member);
    expect(new Set([...members, "tcRun", "tcMark"]).size).toBe(members.length + 2);
  });

  it("survive JSON", () => {
    for (const { value } of dataTraits)
      expect(JSON.stringify(JSON.parse(JSON.stringify(value)))).toBe(JSON.stringify(value));
  });

  it("hold no lone surrogate", () => {
    expect(JSON.stringify(dataTraits).isWellFormed()).toBe(true);
    expect(JSON.stringify(dataTraits)).not.toMatch(/\\ud[89a-f]/i);
  });

  it("repeat what lists of one kind hold, side by side and apart", () => {
    for (const kind of ["string", "number", "object"]) {
      const lists = dataTraits
        .map(({ value }) => value)
        .filter((value) => Array.isArray(value) && value.every((item) => typeof item === kind && item !== null));
      const written = lists.map((list) => (list as unknown[]).map((item) => JSON.stringify(item)));
      expect(written.some((items) => items.some((item, at) => at > 0 && items[at - 1] === item))).toBe(true);
      expect(written.some((items) => items.some((item, at) => items.indexOf(item) < at - 1))).toBe(true);
    }
  });

  it("reach the sizes at which services change their ways", () => {
    const longest = Math.max(...dataTraits.map(({ value }) => (typeof value === "string" ? value.length : 0)));
    expect(longest).toBeGreaterThan(65_536);
    expect(Math.max(...dataTraits.map(({ value }) => nestingOf(value)))).toBe(60);
  });
});

describe("the combined document", () => {
  it("carries every trait and the marker", () => {
    const { data, traits } = combinedDocument({ refused: [], marker });
    expect(data).toMatchObject({ tcRun: "run-1", tcMark: "m-1" });
    expect(new Set(traits)).toEqual(new Set(dataTraits.filter((f) => !f.plain).map((f) => f.trait)));
    for (const { member, top, value } of dataTraits)
      for (const name of top ? Object.keys(value as object) : [member]) expect(Object.hasOwn(data, name)).toBe(true);
  });

  it("has `__proto__` as an own member, before and after JSON", () => {
    const { data } = combinedDocument({ refused: [], marker });
    expect(Object.hasOwn(data, "__proto__")).toBe(true);
    expect(Object.getPrototypeOf(data)).toBe(Object.prototype);
    expect(Object.hasOwn(JSON.parse(JSON.stringify(data)) as object, "__proto__")).toBe(true);
  });

  it.each(names.filter((_, index) => index % 9 === 0))("goes without %s where that is refused", (refused) => {
    const whole = combinedDocument({ refused: [], marker });
    const without = combinedDocument({ refused: [refused], marker });
    expect(without.traits).not.toContain(refused);
    expect(JSON.stringify(without.data)).not.toBe(JSON.stringify(whole.data));
  });

  it("is plain without the unusual traits", () => {
    const odd = dataTraits.filter(({ plain }) => !plain).map(({ trait }) => trait);
    expect(combinedDocument({ refused: odd, marker })).toEqual(plainDocument(marker));
    expect(plainDocument(marker).traits).toEqual([]);
  });
});

describe("random documents", () => {
  it("are JSON and name their traits", () => {
    fc.assert(
      fc.property(documentArbitrary({ refused: ["data.nul"] }), ({ data, traits }) => {
        expect(JSON.stringify(JSON.parse(JSON.stringify(data)))).toBe(JSON.stringify(data));
        expect(traits).not.toContain("data.nul");
        expect(JSON.stringify(data)).not.toContain("\\u0000");
      }),
      { seed: 1 },
    );
  });

  it("are plain when no trait is wanted", () => {
    fc.assert(
      fc.property(documentArbitrary({ refused: [], maxTraits: 0 }), ({ traits }) => traits.length === 0),
      { seed: 2 },
    );
  });

  it("shrink to the one member that matters", () => {
    const details = fc.check(
      fc.property(documentArbitrary({ refused: [] }), ({ traits }) => !traits.includes("data.emoji")),
      { seed: 3, numRuns: 2_000 },
    );
    expect(details.failed).toBe(true);
    expect(details.counterexample?.[0].traits).toEqual(["data.emoji"]);
    expect(Object.keys(details.counterexample?.[0].data ?? {})).toEqual(["emoji"]);
  });

  it("keep their own members when marked", () => {
    expect(withMarker({ a: 1 }, marker)).toEqual({ a: 1, tcRun: "run-1", tcMark: "m-1" });
  });
});
