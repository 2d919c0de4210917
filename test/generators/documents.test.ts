import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dataFeatures, denseDocument, documentArbitrary, marked, plainDocument } from "../../generators/index.ts";
import { nestingOf } from "../../generators/json/json-object.ts";

const mark = { run: "run-1", mark: "m-1" };
const names = dataFeatures.map(({ feature }) => feature);

describe("data features", () => {
  it("have names of their own", () => {
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^data\.[a-z0-9-_]+$/);
  });

  it("use members that no other feature and no mark uses", () => {
    const members = dataFeatures.filter(({ top }) => !top).map(({ member }) => member);
    expect(new Set([...members, "tcRun", "tcMark"]).size).toBe(members.length + 2);
  });

  it("survive JSON", () => {
    for (const { value } of dataFeatures)
      expect(JSON.stringify(JSON.parse(JSON.stringify(value)))).toBe(JSON.stringify(value));
  });

  it("hold no lone surrogate", () => {
    expect(JSON.stringify(dataFeatures).isWellFormed()).toBe(true);
    expect(JSON.stringify(dataFeatures)).not.toMatch(/\\ud[89a-f]/i);
  });

  it("reach the sizes at which services change their ways", () => {
    const longest = Math.max(...dataFeatures.map(({ value }) => (typeof value === "string" ? value.length : 0)));
    expect(longest).toBeGreaterThan(65_536);
    expect(Math.max(...dataFeatures.map(({ value }) => nestingOf(value)))).toBe(60);
  });
});

describe("the dense document", () => {
  it("carries every feature and the mark", () => {
    const { data, features } = denseDocument({ refused: [], mark });
    expect(data).toMatchObject({ tcRun: "run-1", tcMark: "m-1" });
    expect(new Set(features)).toEqual(new Set(dataFeatures.filter((f) => !f.plain).map((f) => f.feature)));
    for (const { member, top, value } of dataFeatures)
      for (const name of top ? Object.keys(value as object) : [member]) expect(Object.hasOwn(data, name)).toBe(true);
  });

  it("has `__proto__` as an own member, before and after JSON", () => {
    const { data } = denseDocument({ refused: [], mark });
    expect(Object.hasOwn(data, "__proto__")).toBe(true);
    expect(Object.getPrototypeOf(data)).toBe(Object.prototype);
    expect(Object.hasOwn(JSON.parse(JSON.stringify(data)) as object, "__proto__")).toBe(true);
  });

  it.each(names.filter((_, index) => index % 9 === 0))("goes without %s where that is refused", (refused) => {
    const whole = denseDocument({ refused: [], mark });
    const without = denseDocument({ refused: [refused], mark });
    expect(without.features).not.toContain(refused);
    expect(JSON.stringify(without.data)).not.toBe(JSON.stringify(whole.data));
  });

  it("is plain without the unusual features", () => {
    const odd = dataFeatures.filter(({ plain }) => !plain).map(({ feature }) => feature);
    expect(denseDocument({ refused: odd, mark })).toEqual(plainDocument(mark));
    expect(plainDocument(mark).features).toEqual([]);
  });
});

describe("random documents", () => {
  it("are JSON and name their features", () => {
    fc.assert(
      fc.property(documentArbitrary({ refused: ["data.nul"] }), ({ data, features }) => {
        expect(JSON.stringify(JSON.parse(JSON.stringify(data)))).toBe(JSON.stringify(data));
        expect(features).not.toContain("data.nul");
        expect(JSON.stringify(data)).not.toContain("\\u0000");
      }),
      { seed: 1 },
    );
  });

  it("are plain when no feature is wanted", () => {
    fc.assert(
      fc.property(documentArbitrary({ refused: [], maxFeatures: 0 }), ({ features }) => features.length === 0),
      { seed: 2 },
    );
  });

  it("shrink to the one member that matters", () => {
    const details = fc.check(
      fc.property(documentArbitrary({ refused: [] }), ({ features }) => !features.includes("data.emoji")),
      { seed: 3, numRuns: 2_000 },
    );
    expect(details.failed).toBe(true);
    expect(details.counterexample?.[0].features).toEqual(["data.emoji"]);
    expect(Object.keys(details.counterexample?.[0].data ?? {})).toEqual(["emoji"]);
  });

  it("keep their own members when marked", () => {
    expect(marked({ a: 1 }, mark)).toEqual({ a: 1, tcRun: "run-1", tcMark: "m-1" });
  });
});
