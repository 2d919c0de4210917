/** The exporters of OpenTelemetry for one receiver, and how much of what they were handed came through. */
import { OTLPMetricExporterBase } from "@opentelemetry/exporter-metrics-otlp-http";
import { OTLPMetricExporter } from "@opentelemetry/exporter-metrics-otlp-proto";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import { OTLPExporterBase } from "@opentelemetry/otlp-exporter-base";
import { createOtlpHttpExportDelegate, httpAgentFactoryFromOptions } from "@opentelemetry/otlp-exporter-base/node-http";
import {
  MetricsExporterMetricsHelper,
  ProtobufMetricsSerializer,
  ProtobufTraceSerializer,
  TraceExporterMetricsHelper,
} from "@opentelemetry/otlp-transformer";
import type { PushMetricExporter } from "@opentelemetry/sdk-metrics";
import type { ReadableSpan, SpanExporter } from "@opentelemetry/sdk-trace";
import type { OtlpReceiver } from "../../driver/index.ts";
import type { OtlpTarget } from "./telemetered.ts";

/** One export with everything that is tried again, in milliseconds: a receiver that hangs must not hold the process. */
const exportTimeoutMs = 4_000;
const mostAtOnce = 30;

interface Exporters {
  readonly spans: SpanExporter;
  readonly metrics: PushMetricExporter;
}

/** Where a receiver is named, no variable of the surroundings has a say: headers of one are not for another. */
export function exportersOf(target: OtlpTarget): Exporters {
  const timeoutMillis = exportTimeoutMs;
  if (target === "variables")
    return { spans: new OTLPTraceExporter({ timeoutMillis }), metrics: new OTLPMetricExporter({ timeoutMillis }) };
  return {
    spans: new OTLPExporterBase<ReadableSpan[]>(
      createOtlpHttpExportDelegate(
        httpOptions(target, "v1/traces"),
        ProtobufTraceSerializer,
        "otlp_http_span_exporter",
        TraceExporterMetricsHelper,
        undefined,
      ),
    ),
    metrics: new OTLPMetricExporterBase(
      createOtlpHttpExportDelegate(
        httpOptions(target, "v1/metrics"),
        ProtobufMetricsSerializer,
        "otlp_http_metric_exporter",
        MetricsExporterMetricsHelper,
        undefined,
      ),
    ),
  };
}

function httpOptions({ endpoint, headers = {} }: OtlpReceiver, path: string) {
  return {
    url: `${endpoint.replace(/(?<!\/)\/+$/, "")}/${path}`,
    headers: () => Promise.resolve({ ...headers, "Content-Type": "application/x-protobuf" }),
    timeoutMillis: exportTimeoutMs,
    concurrencyLimit: mostAtOnce,
    compression: "none" as const,
    agentFactory: httpAgentFactoryFromOptions({ keepAlive: true }),
  };
}

/** The receiver, as it may be shown: an address may hold more than a host. */
export function hostOf(target: OtlpTarget): string {
  const named = process.env["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"] || process.env["OTEL_EXPORTER_OTLP_ENDPOINT"];
  const address = target === "variables" ? (named ?? "http://localhost:4318") : target.endpoint;
  return URL.parse(address)?.host ?? "an address that cannot be read";
}
