/** What a run measured: the duration of each request while it goes on, and at the end what the results say in numbers. */
import type { Histogram, Meter } from "@opentelemetry/api";
import { metricsOf, type MetricFamily, type Results } from "../../reports/index.ts";
import type { Exchange } from "../../spec/vocabulary/history.ts";
import { httpAttributes, RequestAddresses } from "./http-attributes.ts";
import type { Telemetered } from "./telemetered.ts";

/** As the conventions recommend, in seconds. */
const boundsS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];
const prefix = "trace_conformance";

export class RunMetrics {
  readonly #meter: Meter;
  readonly #durations: Histogram;
  readonly #addresses: RequestAddresses;

  constructor({ environment }: Telemetered, meter: Meter) {
    this.#meter = meter;
    this.#addresses = new RequestAddresses(environment);
    this.#durations = meter.createHistogram("http.client.request.duration", {
      description: "Duration of HTTP client requests.",
      unit: "s",
      advice: { explicitBucketBoundaries: boundsS },
    });
  }

  exchange({ request, response, failure, operationId, sentAtMs, receivedAtMs }: Exchange): void {
    const outcome = String(response?.status ?? failure?.kind ?? "none");
    this.#durations.record((receivedAtMs - sentAtMs) / 1_000, {
      ...httpAttributes(request.method, outcome, this.#addresses.templateOf(operationId)),
      ...this.#addresses.server,
    });
  }

  ended(results: Results): void {
    // Latencies are told by the histogram, what was run by the resource and the span.
    for (const family of metricsOf(results))
      if (family.type === "gauge" || family.type === "stateset") this.#tell(family);
  }

  #tell({ name, help, unit, samples }: MetricFamily): void {
    // Here the unit is no part of a name.
    const gauge = this.#meter.createGauge(name.replace(`${prefix}_`, `${prefix}.`).replace(/_seconds$/, ""), {
      description: help,
      unit: unit === "seconds" ? "s" : "1",
    });
    for (const [labels, value] of samples)
      gauge.record(
        value,
        Object.fromEntries(Object.entries(labels).map(([key, text]) => [key.replace(`${prefix}_`, ""), text])),
      );
  }
}
