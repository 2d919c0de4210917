import { atMost, tableOf, type Finding } from "../lib/finding.ts";
import { measuredRun, type MeasuredRun } from "../lib/measured-run.ts";
import type { Depth } from "../../suites/engine/plan/depth.ts";
import type { Measurement } from "../measurement.ts";

const MOST_GROWTH = 1.1;

export const shards: Measurement = {
  id: "shards",
  title: "The work of all shards together, for 1, 2 and 4 of them.",
  async run({ progress }) {
    const sums = new Map<number, ShardSum>();
    for (const count of [1, 2, 4]) {
      sums.set(count, await runShards(count, "standard"));
      progress(`${String(count)} shards: ${String(sums.get(count)?.exchanges)} exchanges`);
    }
    const one = sums.get(1);
    const findings = [...sums].flatMap(([count, sum]): Finding[] => {
      const growth = sum.exchanges / (one?.exchanges ?? Number.NaN);
      const goal = count === 1 ? {} : { goal: atMost(growth, MOST_GROWTH) };
      const name = count === 1 ? "1 shard" : `${String(count)} shards`;
      return [
        { what: `${name}: exchanges`, value: sum.exchanges },
        { what: `${name}: exchanges ÷ those of one`, value: growth, ...goal },
        { what: `${name}: CPU of the suite ÷ that of one`, value: sum.cpuMs / (one?.cpuMs ?? Number.NaN) },
        { what: `${name}: largest shard ÷ mean`, value: sum.largest / (sum.exchanges / count) },
      ];
    });
    return [tableOf("Shards", findings)];
  },
};

export interface ShardSum {
  readonly exchanges: number;
  /** Those of the probes among them: each shard finds out by itself. */
  readonly probeExchanges: number;
  readonly cpuMs: number;
  /** Exchanges of the shard that has the most. */
  readonly largest: number;
}

/** Runs the shards one after the other, so that they do not take each other's processor. */
export async function runShards(count: number, depth: Depth): Promise<ShardSum> {
  const runs: MeasuredRun[] = [];
  for (let index = 1; index <= count; index++)
    runs.push(await measuredRun({ depth, seed: 1, shard: { index, count } }));
  return {
    exchanges: runs.reduce((sum, run) => sum + run.exchanges, 0),
    probeExchanges: runs.reduce((sum, run) => sum + run.probeExchanges, 0),
    cpuMs: runs.reduce((sum, run) => sum + run.cpuMs, 0),
    largest: Math.max(...runs.map((run) => run.exchanges)),
  };
}
