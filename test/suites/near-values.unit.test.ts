import { describe, expect, it } from "vitest";
import { profileOfPins } from "../../driver/index.ts";
import { sameJson } from "../../spec/readings/equal.ts";
import { dataTraits } from "../../generators/index.ts";
import {
  nearMembers,
  nearTraits,
  nearValues,
  optionsAt,
  otherTypes,
  traitsOfOtherTypes,
} from "../../suites/scripts/support/searches/near-values.ts";

const profile = profileOfPins({
  "search-keys": {
    path: [],
    join: "dotted",
    inner: "none",
    valueTypes: ["string", "number", "array", "object"],
    text: "exact",
    empty: "all",
  },
});
const all = nearValues({ refused: [], profile });
const column = (name: string) => all.find((one) => one.name === name);
const numbersOf = (name: string): readonly number[] =>
  (column(name)?.near ?? []).filter((one) => typeof one === "number");

describe("values that are near one another", () => {
  it("are none of them what is searched for", () => {
    for (const { name, wanted, near } of [...all, ...otherTypes])
      expect([name, near.filter((one) => sameJson(one, wanted))]).toEqual([name, []]);
  });

  it("are the same in single precision, in 32 bits, or as the largest number", () => {
    const alike = (name: string, as: (value: number) => number) =>
      numbersOf(name).filter((one) => as(one) === as(Number(column(name)?.wanted))).length;
    const clamped = (value: number) => Math.min(value, 2 ** 31 - 1);
    expect(["single", "wide", "price"].filter((name) => alike(name, Math.fround) === 0)).toEqual([]);
    expect(alike("wide", (value) => value | 0)).toBeGreaterThan(1);
    expect(alike("wide", clamped)).toBeGreaterThan(4);
    expect([alike("price", Math.trunc), alike("count", Math.round), alike("count", Math.abs)].includes(0)).toBe(false);
  });

  it("hold a text whose accent stands apart, which is another one composed", () => {
    const wanted = String(column("script")?.wanted);
    expect(wanted.normalize("NFC")).not.toBe(wanted);
    expect(nearMembers({ refused: ["data.nfd"], profile }, 0)).toMatchObject({ script: "漢字" });
  });

  it("fit the traces that they are dealt over, and name their traits", () => {
    const known = new Set([...dataTraits.map(({ trait }) => trait), "data.type-of-another"]);
    for (const { near } of all) expect(near.length).toBeLessThan(17);
    for (const { near } of otherTypes) expect(near.length).toBeLessThan(traitsOfOtherTypes.length);
    expect(
      [...all.flatMap(({ traits }) => traits), ...traitsOfOtherTypes.flat()].filter((one) => !known.has(one)),
    ).toEqual([]);
  });

  it("are whole objects and lists only where these are found at all", () => {
    expect(all.map(({ name }) => name)).toEqual(expect.arrayContaining(["place", "tags"]));
    const untold = nearValues({ refused: [], profile: { readings: {} } });
    expect(untold.filter(({ wanted }) => typeof wanted === "object")).toEqual([]);
  });

  it("differ from what is searched for in one option each, none where these are refused", () => {
    const wanted = Object.entries(optionsAt({ refused: [] }, 0));
    const others = Array.from({ length: 16 }, (_, index) => optionsAt({ refused: [] }, index + 1));
    const changed = others.map((one) => wanted.filter(([name, value]) => one[name] !== value).map(([name]) => name));
    expect(changed.every(({ length }) => length === 1)).toBe(true);
    expect(new Set(changed.flat())).toEqual(new Set(wanted.map(([name]) => name)));
    expect(optionsAt({ refused: ["data.top-options"] }, 1)).toEqual({});
  });

  it("give way where the target refuses them", () => {
    const refused = ["data.int-15", "data.float-late", "data.cjk", "data.top-case"];
    expect(nearMembers({ refused, profile }, 0)).toMatchObject({ wide: 2_147_483_649, price: 12.34 });
    expect(nearMembers({ refused, profile }, 0)).not.toHaveProperty("script");
    expect(nearMembers({ refused, profile }, 5)).not.toHaveProperty("Word");
    expect(nearTraits({ refused, profile }, 5).filter((one) => refused.includes(one))).toEqual([]);
  });
});
