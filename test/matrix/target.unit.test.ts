import { describe, expect, it } from "vitest";
import { faults } from "../../reference/faults/index.ts";
import { variants } from "../../reference/variants/index.ts";
import { chooseTargets, matrixTargets } from "../../suites/matrix/target.ts";

/** Those that the suite can be expected to judge: the others are examined only where they are named. */
const understood = variants.filter(({ awaits }) => awaits === undefined);
const catchable = faults.filter(({ awaits }) => awaits === undefined);

const all = { only: [], areas: [], kinds: ["fault", "variant"] } as const;

describe("the targets of the matrix", () => {
  it("are every fault and every variant, each under its own id", () => {
    expect(chooseTargets(all)).toHaveLength(catchable.length + understood.length);
    expect(new Set(matrixTargets.map(({ id }) => id)).size).toBe(matrixTargets.length);
  });

  it("can be chosen by id, by the requirement that must catch them, by folder and by kind", () => {
    expect(chooseTargets({ ...all, only: ["data/html-is-escaped"] }).map(({ id }) => id)).toEqual([
      "data/html-is-escaped",
    ]);
    const breaking = chooseTargets({ ...all, only: ["SEARCH-07"] });
    expect(breaking.length).toBeGreaterThan(0);
    expect(breaking.every(({ requirements }) => requirements.includes("SEARCH-07"))).toBe(true);
    expect(chooseTargets({ ...all, areas: ["pages"] }).every(({ id }) => id.startsWith("pages/"))).toBe(true);
    expect(chooseTargets({ ...all, kinds: ["variant"] })).toHaveLength(understood.length);
  });

  it("says what a mistyped word probably meant", () => {
    expect(() => chooseTargets({ ...all, only: ["data/html-is-escapd"] })).toThrow(/data\/html-is-escaped/);
    expect(() => chooseTargets({ ...all, areas: ["page"] })).toThrow(/pages/);
  });

  it("are parted between machines; one of more machines than targets has none, which is no mistake of a matrix", () => {
    const part = (index: number, count: number, more = {}) =>
      chooseTargets({ ...all, ...more, shard: { index, count } });
    expect([...part(1, 2), ...part(2, 2)]).toHaveLength(chooseTargets(all).length);
    expect(part(4_000, 4_000)).toEqual([]);
    const named = { only: ["data/html-is-escaped"] };
    expect(part(1, 2, named)).toHaveLength(1);
    expect(() => part(2, 2, named)).toThrow(/--shard 2\/2 leaves nothing of what --only names, 1 target.*give 1\/2/);
  });

  it("refuses a choice that leaves nothing", () => {
    expect(() => chooseTargets({ ...all, areas: ["pages"], kinds: ["variant"] })).toThrow(/no fault and no variant/);
  });
});
