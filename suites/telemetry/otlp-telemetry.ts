/**
 * A run as OTLP: spans of the run, of each script and of each request, and metrics. The ids of the spans are those that the
 * requests carried as `traceparent`. Queue, time and number of attempts are bounded; what is lost is told once, at the end.
 */
import type { Attributes } from "@opentelemetry/api";
import { ExportResultCode, type ExportResult } from "@opentelemetry/core";
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import { MeterProvider, PeriodicExportingMetricReader, type PushMetricExporter } from "@opentelemetry/sdk-metrics";
import { AlwaysOnSampler, BatchSpanProcessor, TracerProvider, type SpanExporter } from "@opentelemetry/sdk-trace";
import type { LoggedRequest } from "../../driver/index.ts";
import type { Results } from "../../reports/index.ts";
import type { Judgement } from "../../spec/requirements/judgement.ts";
import type { History } from "../../spec/vocabulary/history.ts";
import { exportersOf, hostOf } from "./exporters.ts";
import { RunMetrics } from "./metrics.ts";
import type { OtlpTarget, Telemetered } from "./telemetered.ts";
import type { RunObserver } from "./run-observer.ts";
import { ChosenIds, RunSpans } from "./spans.ts";

/** Spans that wait to be sent; what comes beyond is dropped, and counted. */
const maxQueueSize = 8_192;
const maxExportBatchSize = 512;
const batchEveryMs = 1_000;
const metricsEveryMs = 30_000;
/** At the end of a run everything that is left has this time. */
const endMs = 5_000;
const exportMs = 4_500;

export class OtlpTelemetry implements RunObserver {
  readonly #tracers: TracerProvider;
  readonly #meters: MeterProvider;
  readonly #spans: RunSpans;
  readonly #metrics: RunMetrics;
  readonly #host: string;
  readonly #warn: (text: string) => void;
  #sent = 0;
  #problem: string | undefined;

  constructor(run: Telemetered, target: OtlpTarget, warn: (text: string) => void) {
    const { spans, metrics } = exportersOf(target);
    this.#host = hostOf(target);
    this.#warn = (text) => warn(run.environment.secrets.redact(text));
    const resource = resourceOf(run, target);
    const ids = new ChosenIds();
    this.#tracers = new TracerProvider({
      resource,
      idGenerator: ids,
      sampler: new AlwaysOnSampler(),
      spanProcessors: [
        new BatchSpanProcessor({
          exporter: this.#counting(spans, (batch) => (this.#sent += batch.length)),
          maxQueueSize,
          maxExportBatchSize,
          scheduledDelayMillis: batchEveryMs,
          exportTimeoutMillis: exportMs,
        }),
      ],
    });
    this.#meters = new MeterProvider({
      resource,
      readers: [
        new PeriodicExportingMetricReader({
          exporter: this.#counting<PushMetricExporter>(metrics, () => undefined),
          exportIntervalMillis: metricsEveryMs,
          exportTimeoutMillis: exportMs,
        }),
      ],
    });
    const { suiteVersion } = run;
    this.#spans = new RunSpans(run, this.#tracers.getTracer("trace-conformance", suiteVersion), ids);
    this.#metrics = new RunMetrics(run, this.#meters.getMeter("trace-conformance", suiteVersion));
  }

  request(request: LoggedRequest): void {
    this.#spans.request(request);
  }

  script(history: History, judgements: readonly Judgement[]): void {
    this.#spans.script(history, judgements);
  }

  traffic({ exchanges }: History): void {
    for (const exchange of exchanges) this.#metrics.exchange(exchange);
  }

  async ended(results: Results | undefined): Promise<void> {
    this.#spans.ended(results);
    if (results) this.#metrics.ended(results);
    const all = Promise.allSettled([this.#tracers.shutdown(), this.#meters.shutdown()]);
    const inTime = await Promise.race([all.then(() => true), after(endMs)]);
    const lost = this.#spans.count - this.#sent;
    if (lost === 0 && this.#problem === undefined) return;
    const why =
      this.#problem ?? (inTime ? "they came faster than they could be sent" : `not within ${endMs / 1_000} s`);
    const what = lost === 0 ? "metrics" : `${lost} of ${this.#spans.count} spans`;
    this.#warn(`telemetry: ${what} could not be sent to ${this.#host}: ${why}`);
  }

  /** The exporter, of which is known what came through. */
  #counting<Exporter extends SpanExporter | PushMetricExporter>(
    exporter: Exporter,
    sent: (batch: Parameters<Exporter["export"]>[0]) => void,
  ): Exporter {
    const send = exporter.export.bind(exporter) as (batch: unknown, done: (result: ExportResult) => void) => void;
    exporter.export = (batch: Parameters<Exporter["export"]>[0], done: (result: ExportResult) => void): void =>
      send(batch, (result) => {
        if (result.code === ExportResultCode.SUCCESS) sent(batch);
        else this.#problem ??= reasonOf(result.error);
        done(result);
      });
    return exporter;
  }
}

function resourceOf({ environment, runId, suiteVersion }: Telemetered, target: OtlpTarget) {
  const own: Attributes = {
    "service.name": "trace-conformance",
    "service.version": suiteVersion,
    "service.instance.id": runId,
    "deployment.environment.name": environment.name,
  };
  const resource = defaultResource().merge(resourceFromAttributes(own));
  return target === "variables" ? resource.merge(detectResources({ detectors: [envDetector] })) : resource;
}

/** The kind of fault alone: messages may repeat what was sent, or hold what a stranger answered. */
function reasonOf(error: Error | undefined): string {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  if (typeof code === "number") return `it answered ${String(code)}`;
  if (typeof code === "string") return code;
  return error?.message === "Request timed out" ? "no answer in time" : "the connection failed, or it was too busy";
}

function after(ms: number): Promise<false> {
  return new Promise((resolve) => void setTimeout(() => resolve(false), ms).unref());
}
