/** `--only` and `--shard`: what is judged and what is run. */
import { describe, expect, test } from "vitest";
import { requirements } from "../../spec/requirements/index.ts";
import type { Script } from "../../spec/vocabulary/script.ts";
import { select, touches } from "../../suites/engine/plan/selection.ts";
import { planOf } from "../../suites/engine/plan/run-plan.ts";
import { parseShard, shardOf } from "../../suites/engine/plan/shard.ts";
import { UsageError } from "../../suites/usage-error.ts";

const script = (face: "v2" | "legacy"): Script => ({
  id: "s",
  title: "s",
  steps: [
    { op: "create", face, as: "t", data: {} },
    { parallel: [[{ op: "state", face, trace: "$t" }], [{ op: "details", face, trace: "$t" }]] },
  ],
});

describe("select", () => {
  test("without words, everything", () => {
    expect(select([]).requirements.size).toBe(requirements.length);
  });

  test("an area, an id, and both together", () => {
    const ids = [...select(["state", "PAGE-01"]).requirements];
    expect(ids).toContain("PAGE-01");
    expect(ids.filter((id) => id !== "PAGE-01").every((id) => id.startsWith("STATE-"))).toBe(true);
    expect(ids.length).toBeGreaterThan(5);
  });

  test("a face keeps what covers an operation of that face", () => {
    const legacy = select(["STATE", "legacy"]).requirements;
    expect(legacy).toContain("STATE-02");
    expect(legacy).not.toContain("STATE-01");
  });

  test("an unknown word is a wrong usage that names the nearest", () => {
    expect(() => select(["STATE-99"])).toThrow(UsageError);
    expect(() => select(["legcy"])).toThrow(/Did you mean "legacy"\?/);
  });
});

describe("touches", () => {
  test("looks into parallel branches, and at the face", () => {
    const legacyState = select(["STATE-02"]);
    expect(touches(legacyState, script("legacy"))).toBe(true);
    expect(touches(legacyState, script("v2"))).toBe(false);
  });
});

describe("shards", () => {
  test("together are the whole, each entry once", () => {
    const list = Array.from({ length: 23 }, (_, index) => index);
    const parts = [1, 2, 3, 4].map((index) => shardOf(list, { index, count: 4 }));
    expect(parts.flat().sort((a, b) => a - b)).toEqual(list);
    expect(parts.every((part) => part.length >= 5)).toBe(true);
  });

  test("of one there are no others, so that it is the whole run", () => {
    expect(planOf({ shard: parseShard("1/1") })).not.toHaveProperty("shard");
    expect(planOf({ shard: parseShard("1/2") }).shard).toEqual({ index: 1, count: 2 });
  });

  test.each(["0/4", "5/4", "1", "a/b", "1/0", "-1/2"])("%s is refused", (text) => {
    expect(() => parseShard(text)).toThrow(UsageError);
  });
});
