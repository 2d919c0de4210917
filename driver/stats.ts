/** Counters of a driver, bounded however long it runs. */
import type { Face, OperationId } from "../spec/operations.ts";
import type { Exchange } from "../spec/vocabulary/history.ts";

export interface OperationStats {
  readonly operationId: OperationId;
  readonly face: Face;
  readonly exchanges: number;
  /** Exchanges by HTTP status, or by the kind of failure. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Percentiles, within 3 percent. */
  readonly latencyMs: { readonly p50: number; readonly p95: number; readonly p99: number };
}

export interface DriverStats {
  readonly exchanges: number;
  readonly scripts: number;
  /** Traces that were created, the first 10,000 by name; `traces` counts all. */
  readonly tracesCreated: readonly string[];
  readonly traces: number;
  readonly retries: number;
  readonly bytesSent: number;
  readonly bytesReceived: number;
  readonly perOperation: readonly OperationStats[];
}

const maxTracesNamed = 10_000;

export class StatsCounter {
  scripts = 0;
  #exchanges = 0;
  #traces = 0;
  #sent = 0;
  #received = 0;
  readonly #names: string[] = [];
  readonly #operations = new Map<OperationId, OperationCounter>();

  count(exchange: Exchange): void {
    this.#exchanges++;
    this.#sent += exchange.request.bodyBytes;
    this.#received += exchange.response?.bytes ?? 0;
    let counter = this.#operations.get(exchange.operationId);
    if (!counter) this.#operations.set(exchange.operationId, (counter = new OperationCounter(exchange)));
    counter.count(exchange);
  }

  traceCreated(traceId: string): void {
    this.#traces++;
    if (this.#names.length < maxTracesNamed) this.#names.push(traceId);
  }

  snapshot(retries: number): DriverStats {
    return {
      exchanges: this.#exchanges,
      scripts: this.scripts,
      tracesCreated: [...this.#names],
      traces: this.#traces,
      retries,
      bytesSent: this.#sent,
      bytesReceived: this.#received,
      perOperation: [...this.#operations.values()].map((counter) => counter.snapshot()),
    };
  }
}

/** Latencies fall into buckets, each this much wider than the one before. */
const growth = 1.05;

class OperationCounter {
  readonly #operationId: OperationId;
  readonly #face: Face;
  #exchanges = 0;
  #timed = 0;
  readonly #statuses: Record<string, number> = {};
  readonly #buckets = new Uint32Array(400);

  constructor({ operationId, face }: Exchange) {
    this.#operationId = operationId;
    this.#face = face;
  }

  count({ response, failure, sentAtMs, receivedAtMs }: Exchange): void {
    this.#exchanges++;
    const key = String(response?.status ?? failure?.kind);
    this.#statuses[key] = (this.#statuses[key] ?? 0) + 1;
    if (!response) return;
    this.#timed++;
    // The first bucket ends at 0.01 ms, the last at more than 30 minutes.
    const bucket = Math.ceil(Math.log(Math.max(1, (receivedAtMs - sentAtMs) * 100)) / Math.log(growth));
    const at = Math.min(bucket, this.#buckets.length - 1);
    this.#buckets[at] = (this.#buckets[at] ?? 0) + 1;
  }

  snapshot(): OperationStats {
    return {
      operationId: this.#operationId,
      face: this.#face,
      exchanges: this.#exchanges,
      statuses: { ...this.#statuses },
      latencyMs: { p50: this.#percentile(0.5), p95: this.#percentile(0.95), p99: this.#percentile(0.99) },
    };
  }

  #percentile(share: number): number {
    const rank = Math.ceil(this.#timed * share);
    let seen = 0;
    for (const [at, count] of this.#buckets.entries()) {
      seen += count;
      if (count > 0 && seen >= rank) return Number((growth ** at / 100).toPrecision(3));
    }
    return 0;
  }
}
