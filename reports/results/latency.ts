/**
 * Latencies of one operation in a few kilobytes, however many exchanges there were. Two histograms added together equal
 * the histogram of all samples, so shards merge without loss.
 */

import type { OperationResult } from "./model.ts";

/** Upper bounds in milliseconds of the buckets shown in reports; the last bucket is open. */
export const bucketBoundsMs = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000] as const;

/** Relative width of a cell: percentiles are right within 1 %. */
const logStep = Math.log(1.02);
/** Below 10 µs everything is one cell. */
const floorMs = 0.01;

export interface LatencyState {
  /** Count by cell number. */
  readonly cells: Readonly<Record<string, number>>;
  /** Counts in the report's buckets. */
  readonly buckets: readonly number[];
}

export class LatencyHistogram {
  readonly #cells = new Map<number, number>();
  readonly #buckets: number[] = new Array<number>(bucketBoundsMs.length + 1).fill(0);
  #count = 0;

  add(latencyMs: number): void {
    if (!Number.isFinite(latencyMs)) return;
    const cell = latencyMs <= floorMs ? 0 : Math.max(0, Math.ceil(Math.log(latencyMs / floorMs) / logStep));
    this.#cells.set(cell, (this.#cells.get(cell) ?? 0) + 1);
    const found = bucketBoundsMs.findIndex((bound) => latencyMs < bound);
    const bucket = found < 0 ? bucketBoundsMs.length : found;
    this.#buckets[bucket] = (this.#buckets[bucket] ?? 0) + 1;
    this.#count++;
  }

  /** Adds what another histogram counted. */
  merge(state: LatencyState): void {
    for (const [cell, count] of Object.entries(state.cells)) {
      this.#cells.set(Number(cell), (this.#cells.get(Number(cell)) ?? 0) + count);
      this.#count += count;
    }
    state.buckets.forEach((count, bucket) => {
      this.#buckets[bucket] = (this.#buckets[bucket] ?? 0) + count;
    });
  }

  /** The latency in milliseconds that this share (0…1) of the samples does not exceed; 0 without samples. */
  percentile(share: number): number {
    const wanted = Math.max(1, Math.ceil(share * this.#count));
    let seen = 0;
    for (const [cell, count] of [...this.#cells].sort(([a], [b]) => a - b)) {
      seen += count;
      if (seen >= wanted) return round(floorMs * Math.exp((cell - 0.5) * logStep));
    }
    return 0;
  }

  get buckets(): readonly number[] {
    return [...this.#buckets];
  }

  toJSON(): LatencyState {
    const cells = [...this.#cells].sort(([a], [b]) => a - b);
    return { cells: Object.fromEntries(cells), buckets: this.buckets };
  }
}

/** True for an operation that was slower than its budget. */
export function isOver({ latencyMs, p95BudgetMs }: Pick<OperationResult, "latencyMs" | "p95BudgetMs">): boolean {
  return p95BudgetMs !== undefined && latencyMs.p95 > p95BudgetMs;
}

function round(ms: number): number {
  return ms >= 100 ? Math.round(ms) : Number(ms.toPrecision(3));
}
