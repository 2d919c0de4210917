/**
 * A guard against growing slow: ratios within one run, which hold on a busy machine too. What the numbers are on a quiet
 * one is in docs/scale.md.
 */
import { describe, expect, test } from "vitest";
import { measuredRun } from "../../bench/lib/measured-run.ts";
import { measureEfficiency, ratioOf } from "../../bench/measurements/efficiency.ts";
import { runShards } from "../../bench/measurements/shards.ts";
import { judgingShare } from "../../bench/measurements/wall-time.ts";

describe("a quick run", { timeout: 120_000 }, () => {
  test("is not much slower than a bare client that sends the same", async () => {
    const { checked, bare } = await measureEfficiency({ depth: "quick", turns: 1, progress: () => undefined });
    // The probes, one after the other, are a large part of so short a run.
    expect(ratioOf(checked, bare)).toBeGreaterThan(0.25);
  });

  test("is some hundred exchanges, and hardly more in two shards: the probes once more", async () => {
    const one = await runShards(1, "quick");
    expect(one.exchanges).toBeGreaterThan(500);
    expect(one.exchanges).toBeLessThan(1_500);
    const probes = one.probeExchanges;
    expect(probes).toBeLessThan(250);
    const two = await runShards(2, "quick");
    expect(two.exchanges - probes).toBeLessThan(one.exchanges * 1.1);
    expect(two.exchanges - probes).toBeGreaterThan(one.exchanges * 0.9);
    // Neither shard has most of it.
    expect(two.largest).toBeLessThan(two.exchanges * 0.65);
  });
});

test("a standard run is judged in a small part of the CPU, and five times as much needs hardly more memory", async () => {
  const run = await measuredRun({ depth: "standard", seed: 2, marks: [2_000, 10_000] });
  const [few, many] = run.marks;
  expect(judgingShare(run)).toBeLessThan(0.3);
  expect(judgingShare(run)).toBeGreaterThan(0);
  expect(few?.exchanges).toBeGreaterThanOrEqual(2_000);
  expect(many?.exchanges).toBeGreaterThanOrEqual(10_000);
  expect(many?.peakMiB ?? Infinity).toBeLessThan((few?.peakMiB ?? 0) * 1.6);
}, 180_000);
