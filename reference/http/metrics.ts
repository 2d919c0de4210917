/** Counts answers, for `GET /metrics`. */
export class Metrics {
  readonly #series = new Map<string, { count: number; totalMs: number }>();

  /** Notes one answer. */
  count(operationId: string, status: number, elapsedMs: number): void {
    const labels = `operation="${operationId}",status="${String(status)}"`;
    const entry = this.#series.get(labels) ?? { count: 0, totalMs: 0 };
    entry.count += 1;
    entry.totalMs += elapsedMs;
    this.#series.set(labels, entry);
  }

  /** The counts in the text format of Prometheus. */
  text(): string {
    const series = [...this.#series];
    return [
      "# HELP trace_requests_total Answers by operation and status.",
      "# TYPE trace_requests_total counter",
      ...series.map(([labels, { count }]) => `trace_requests_total{${labels}} ${String(count)}`),
      "# HELP trace_request_seconds_total Time spent answering.",
      "# TYPE trace_request_seconds_total counter",
      ...series.map(([labels, { totalMs }]) => `trace_request_seconds_total{${labels}} ${(totalMs / 1000).toFixed(6)}`),
      "",
    ].join("\n");
  }
}
