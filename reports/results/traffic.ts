/**
 * What was sent over the time of a run, in at most 120 spans of equal length. Spans begin at multiples of their length, and
 * a length is a tenth of a second times a power of two: so two shards of a run merge without loss, in any order.
 */
import type { TrafficResult } from "./model.ts";

export const maxSpans = 120;
const shortestMs = 100;
/** The latest moment that a date can tell. */
const latestMs = 8.64e15;

/** Counts of one span; absent members are 0. */
export interface SpanState {
  /** Number of the span: its start is this many lengths after 1970. */
  readonly at: number;
  readonly exchanges: number;
  readonly troubled?: number;
  /** In tenths of a millisecond, so that sums are exact in any order. */
  readonly latencySum: number;
  readonly slowest: number;
}

export interface TrafficState {
  readonly spanMs: number;
  readonly spans: readonly SpanState[];
}

export interface TrafficSample {
  /** When it was sent, in milliseconds since 1970. */
  readonly sentAtMs: number;
  readonly latencyMs: number;
  /** True for one that was answered 429, 5xx or not at all, or was so before it was sent again. */
  readonly troubled: boolean;
}

export class TrafficTimeline {
  #spanMs = shortestMs;
  #spans = new Map<number, SpanState>();
  #first = Infinity;
  #last = -Infinity;

  add({ sentAtMs, latencyMs, troubled }: TrafficSample): void {
    // A history that somebody else handed in may say anything.
    if (!(Math.abs(sentAtMs) <= latestMs) || !(latencyMs >= 0 && latencyMs <= latestMs)) return;
    const tenths = Math.round(latencyMs * 10);
    const counts = { exchanges: 1, ...(troubled ? { troubled: 1 } : {}), latencySum: tenths, slowest: tenths };
    this.#put({ at: Math.floor(sentAtMs / this.#spanMs), ...counts });
  }

  /** Adds what another timeline counted. */
  merge({ spanMs, spans }: TrafficState): void {
    while (this.#spanMs < spanMs) this.#double();
    // The length may grow meanwhile.
    for (const span of spans) this.#put({ ...span, at: Math.floor(span.at / (this.#spanMs / spanMs)) });
  }

  /** Undefined where nothing was sent. */
  toJSON(): TrafficState | undefined {
    if (this.#spans.size === 0) return undefined;
    return { spanMs: this.#spanMs, spans: [...this.#spans.values()].sort((a, b) => a.at - b.at) };
  }

  #put(span: SpanState): void {
    let { at } = span;
    while (Math.max(this.#last, at) - Math.min(this.#first, at) >= maxSpans) {
      this.#double();
      at = Math.floor(at / 2);
    }
    this.#first = Math.min(this.#first, at);
    this.#last = Math.max(this.#last, at);
    this.#count({ ...span, at });
  }

  #double(): void {
    const before = [...this.#spans.values()];
    this.#spanMs *= 2;
    this.#spans = new Map();
    this.#first = Math.floor(this.#first / 2);
    this.#last = Math.floor(this.#last / 2);
    for (const span of before) this.#count({ ...span, at: Math.floor(span.at / 2) });
  }

  #count(span: SpanState): void {
    const known = this.#spans.get(span.at);
    this.#spans.set(span.at, known ? sum(known, span) : span);
  }
}

function sum(a: SpanState, b: SpanState): SpanState {
  const troubled = (a.troubled ?? 0) + (b.troubled ?? 0);
  return {
    at: a.at,
    exchanges: a.exchanges + b.exchanges,
    ...(troubled > 0 ? { troubled } : {}),
    latencySum: a.latencySum + b.latencySum,
    slowest: Math.max(a.slowest, b.slowest),
  };
}

/** For the results: spans by their distance from the first, in milliseconds; those in which nothing was sent are left out. */
export function trafficResult({ spanMs, spans }: TrafficState): TrafficResult {
  const first = spans[0]?.at ?? 0;
  return {
    startedAt: new Date(Math.max(-latestMs, first * spanMs)).toISOString(),
    spanMs,
    spans: spans.map(({ at, exchanges, troubled, latencySum, slowest }) => ({
      atMs: (at - first) * spanMs,
      exchanges,
      ...(troubled === undefined ? {} : { troubled }),
      meanMs: Math.round(latencySum / exchanges) / 10,
      slowestMs: slowest / 10,
    })),
  };
}
