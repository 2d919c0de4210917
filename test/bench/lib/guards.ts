/** What must not grow: each guard returns what is wrong, nothing where all is well. */
import type { MeasuredRun } from "../../../bench/lib/measured-run.ts";
import { type Efficiency, ratioOf } from "../../../bench/measurements/efficiency.ts";
import type { ShardSum } from "../../../bench/measurements/shards.ts";
import { judgingShare } from "../../../bench/measurements/wall-time.ts";

/** The probes, one after the other, are a large part of a quick run, so that the goal of a standard one is out of reach. */
const LEAST_EFFICIENCY = 0.25;
const MOST_JUDGING = 0.3;
const MOST_GROWTH = 1.6;

export function slowness({ checked, bare }: Pick<Efficiency, "checked" | "bare">): readonly string[] {
  const ratio = ratioOf(checked, bare);
  return ratio > LEAST_EFFICIENCY ? [] : [`the speed of a bare client times ${String(ratio)}`];
}

/** Two shards are one run and the probes once more, and neither has most of it. */
export function shardWaste(one: ShardSum, two: ShardSum): readonly string[] {
  const ratio = (two.exchanges - one.probeExchanges) / one.exchanges;
  const share = two.largest / two.exchanges;
  return [
    ...(ratio > 0.9 && ratio < 1.1 ? [] : [`the exchanges of one run times ${String(ratio)}`]),
    ...(share < 0.65 ? [] : [`${String(share)} of all exchanges in one shard`]),
  ];
}

/** @param run one with two marks, the second some times the first */
export function growth(run: MeasuredRun): readonly string[] {
  const [few, many] = run.marks;
  const share = judgingShare(run);
  const times = (many?.peakMiB ?? Number.NaN) / (few?.peakMiB ?? Number.NaN);
  return [
    ...(share > 0 && share < MOST_JUDGING ? [] : [`${String(share)} of the CPU for judging`]),
    ...(times < MOST_GROWTH ? [] : [`${String(times)} times the memory`]),
  ];
}
