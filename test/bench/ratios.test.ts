/**
 * A guard against growing slow: ratios within one run, which hold on a busy machine too. What the numbers are on a quiet
 * one is in docs/scale.md. Beside each run that must pass stands one with a burden that must not.
 */
import { describe, expect, test } from "vitest";
import { measuredRun, sessionMs } from "../../bench/lib/measured-run.ts";
import { measureEfficiency } from "../../bench/measurements/efficiency.ts";
import { median } from "../../bench/lib/finding.ts";
import { measureTelemetry } from "../../bench/measurements/telemetry.ts";
import { runShards } from "../../bench/measurements/shards.ts";
import { growth, shardWaste, slowness } from "./lib/guards.ts";

describe("a quick run", { timeout: 120_000, tags: "timing" }, () => {
  const options = { depth: "quick", turns: 1, progress: () => undefined } as const;

  test("is not much slower than a bare client that sends the same; it is where judging wastes forty milliseconds a script", async () => {
    const measured = await measureEfficiency(options);
    expect(slowness(measured)).toEqual([]);
    const burdened = await measuredRun({ depth: "quick", seed: 1, burden: { judgingMs: 40 } });
    const checked = [(burdened.exchanges * 1000) / sessionMs(burdened)];
    expect(slowness({ ...measured, checked })).toEqual([expect.stringContaining("bare client")]);
  });

  test("is some hundred exchanges, and hardly more in two shards: the probes once more", async () => {
    const one = await runShards(1, "quick");
    expect(one.exchanges).toBeGreaterThan(500);
    expect(one.exchanges).toBeLessThan(1_500);
    expect(one.probeExchanges).toBeLessThan(250);
    const two = await runShards(2, "quick");
    expect(shardWaste(one, two)).toEqual([]);
    const { exchanges, probeExchanges } = one;
    const twice = { ...two, exchanges: 2 * exchanges, probeExchanges: 2 * probeExchanges, largest: exchanges };
    expect(shardWaste(one, twice)).toEqual([expect.stringContaining("times")]);
    const uneven = { ...two, largest: 0.8 * two.exchanges };
    expect(shardWaste(one, uneven)).toEqual([expect.stringContaining("in one shard")]);
  });
});

describe("telemetry", { timeout: 240_000, tags: "timing" }, () => {
  test("costs a quick run little; of a standard one its loading is a smaller part", async () => {
    const { ofTime } = await measureTelemetry({ depth: "quick", turns: 3, progress: () => undefined });
    expect(median(ofTime)).toBeGreaterThan(0);
    expect(median(ofTime)).toBeLessThan(0.08);
  });
});

describe("a standard run", { timeout: 180_000, tags: "timing" }, () => {
  test("is judged in a small part of the CPU, and five times as much needs hardly more memory", async () => {
    const run = await measuredRun({ depth: "standard", seed: 2, marks: [2_000, 10_000] });
    expect(run.marks.map(({ exchanges }) => exchanges >= 2_000)).toEqual([true, true]);
    expect(growth(run)).toEqual([]);
  });

  test("is not, where judging wastes time and 128 KiB of each exchange are kept", async () => {
    const burden = { judgingMs: 40, keptKiB: 128 };
    expect(growth(await measuredRun({ depth: "standard", seed: 2, marks: [500, 2_300], burden }))).toEqual([
      expect.stringContaining("of the CPU for judging"),
      expect.stringContaining("times the memory"),
    ]);
  });
});
