/** How fast a target answers, run by run. */
import type { PastRun } from "./kept-run.ts";

export interface Latency {
  readonly p50: number;
  readonly p95: number;
}

export interface LatencyTrend {
  /** The median of p95 in the last runs, and in those before them; milliseconds. */
  readonly nowMs: number;
  readonly beforeMs: number;
  /** Undefined where both are near each other. */
  readonly direction?: "slower" | "faster";
}

/** A week against the four before it. */
const recentRuns = 7;
const earlierRuns = 28;
const fewestRuns = 6;

/** The percentiles of a run's operations, each counted by its exchanges; undefined where nothing was answered. */
export function latencyOf({ operations }: PastRun): Latency | undefined {
  let [count, p50, p95] = [0, 0, 0];
  for (const [exchanges, , half, most] of Object.values(operations)) {
    count += exchanges;
    p50 += exchanges * half;
    p95 += exchanges * most;
  }
  return count === 0 ? undefined : { p50: p50 / count, p95: p95 / count };
}

/** What the p95 of the last runs is beside that of the runs before; undefined for few runs. */
export function latencyTrend(runs: readonly PastRun[]): LatencyTrend | undefined {
  const values = runs.slice(-recentRuns - earlierRuns).flatMap((run) => latencyOf(run)?.p95 ?? []);
  return trendOf(values);
}

/** The same for values of which the last is the newest. */
export function trendOf(values: readonly number[]): LatencyTrend | undefined {
  if (values.length < fewestRuns) return undefined;
  const recent = Math.min(recentRuns, values.length >> 1);
  const [nowMs, beforeMs] = [middle(values.slice(-recent)), middle(values.slice(0, -recent))];
  // What compare tells of two runs: twice as slow or fast, and 20 ms apart.
  const isApart = Math.abs(nowMs - beforeMs) >= 20 && (nowMs >= 2 * beforeMs || beforeMs >= 2 * nowMs);
  return { nowMs, beforeMs, ...(isApart ? { direction: nowMs > beforeMs ? "slower" : "faster" } : {}) };
}

function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}
