/** A receiver of OTLP over HTTP, which decodes every request by the published definitions of the protocol. */
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createFileRegistry, fromBinary, toJson } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { onTestFinished } from "vitest";

const registry = createFileRegistry(
  fromBinary(FileDescriptorSetSchema, readFileSync(new URL("../schemas/otlp.binpb", import.meta.url))),
);

type Value = string | number | boolean | readonly Value[];

interface KeyValue {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly attributes: Readonly<Record<string, Value>>;
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly isError: boolean;
}

export interface ReceivedPoint {
  readonly attributes: Readonly<Record<string, Value>>;
  readonly value?: number;
  /** Of histograms. */
  readonly count?: number;
  readonly buckets?: readonly number[];
}

export interface ReceivedMetric {
  readonly name: string;
  readonly unit: string;
  readonly kind: "gauge" | "histogram" | "sum";
  readonly points: readonly ReceivedPoint[];
}

export interface Receiver {
  readonly endpoint: string;
  readonly spans: readonly ReceivedSpan[];
  /** The last that was told of each name. */
  readonly metrics: ReadonlyMap<string, ReceivedMetric>;
  readonly resources: readonly Readonly<Record<string, Value>>[];
  readonly headers: readonly IncomingMessage["headers"][];
  /** Everything that came, as text: where a secret would show. */
  readonly bytes: Buffer;
}

type Answer = (response: ServerResponse) => void;

const accept: Answer = (response) => {
  // An empty message of the protocol: everything was taken.
  response.writeHead(200, { "content-type": "application/x-protobuf" }).end();
};

/** Ends with the test. */
export async function startReceiver(answer: Answer = accept): Promise<Receiver> {
  const spans: ReceivedSpan[] = [];
  const metrics = new Map<string, ReceivedMetric>();
  const resources: Record<string, Value>[] = [];
  const headers: IncomingMessage["headers"][] = [];
  const all: Buffer[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks);
      all.push(body);
      headers.push(request.headers);
      if (request.url === "/v1/traces") {
        const { resourceSpans = [] } = decoded("trace", "Trace", body) as { resourceSpans?: readonly ResourceSpans[] };
        for (const { resource, scopeSpans = [] } of resourceSpans) {
          resources.push(plain(resource?.attributes));
          for (const { spans: own = [] } of scopeSpans) spans.push(...own.map(spanOf));
        }
      } else {
        const { resourceMetrics = [] } = decoded("metrics", "Metrics", body) as {
          resourceMetrics?: readonly ResourceMetrics[];
        };
        for (const { scopeMetrics = [] } of resourceMetrics)
          for (const { metrics: own = [] } of scopeMetrics)
            for (const metric of own) metrics.set(metric.name, metricOf(metric));
      }
      answer(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const endpoint = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  return {
    endpoint,
    spans,
    metrics,
    resources,
    headers,
    get bytes() {
      return Buffer.concat(all);
    },
  };
}

interface ResourceSpans {
  readonly resource?: { readonly attributes?: readonly KeyValue[] };
  readonly scopeSpans?: readonly { readonly spans?: readonly WireSpan[] }[];
}

interface WireSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes?: readonly KeyValue[];
  readonly links?: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly status?: { readonly code?: string };
}

interface WirePoint {
  readonly attributes?: readonly KeyValue[];
  readonly asDouble?: number;
  readonly asInt?: string;
  readonly count?: string;
  readonly bucketCounts?: readonly string[];
}

interface WireMetric {
  readonly name: string;
  readonly unit?: string;
  readonly gauge?: { readonly dataPoints?: readonly WirePoint[] };
  readonly sum?: { readonly dataPoints?: readonly WirePoint[] };
  readonly histogram?: { readonly dataPoints?: readonly WirePoint[] };
}

interface ResourceMetrics {
  readonly scopeMetrics?: readonly { readonly metrics?: readonly WireMetric[] }[];
}

/** @throws what the library throws at bytes that are no such message */
function decoded(service: string, name: string, body: Buffer): unknown {
  const type = `opentelemetry.proto.collector.${service}.v1.Export${name}ServiceRequest`;
  const message = registry.getMessage(type);
  if (!message) throw new Error(`no message ${type} in otlp.binpb`);
  return toJson(message, fromBinary(message, body));
}

function spanOf(span: WireSpan): ReceivedSpan {
  const hex = (base64: string): string => Buffer.from(base64, "base64").toString("hex");
  const ms = (nanos: string): number => Number(BigInt(nanos) / 1_000n) / 1_000;
  return {
    traceId: hex(span.traceId),
    spanId: hex(span.spanId),
    ...(span.parentSpanId ? { parentSpanId: hex(span.parentSpanId) } : {}),
    name: span.name,
    kind: span.kind,
    startMs: ms(span.startTimeUnixNano),
    endMs: ms(span.endTimeUnixNano),
    attributes: plain(span.attributes),
    links: (span.links ?? []).map(({ traceId, spanId }) => ({ traceId: hex(traceId), spanId: hex(spanId) })),
    isError: span.status?.code === "STATUS_CODE_ERROR",
  };
}

function metricOf({ name, unit = "", gauge, sum, histogram }: WireMetric): ReceivedMetric {
  const kind = gauge ? "gauge" : sum ? "sum" : "histogram";
  return {
    name,
    unit,
    kind,
    points: ((gauge ?? sum ?? histogram)?.dataPoints ?? []).map((point) => ({
      attributes: plain(point.attributes),
      ...(kind === "histogram"
        ? { count: Number(point.count ?? 0), buckets: (point.bucketCounts ?? []).map(Number) }
        : { value: point.asDouble ?? Number(point.asInt ?? 0) }),
    })),
  };
}

function plain(attributes: readonly KeyValue[] = []): Record<string, Value> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, valueOf(value)]));
}

function valueOf(value: KeyValue["value"]): Value {
  const [kind, held] = Object.entries(value)[0] ?? ["", ""];
  if (kind === "intValue") return Number(held);
  if (kind === "arrayValue") return ((held as { values?: readonly KeyValue["value"][] }).values ?? []).map(valueOf);
  return held as Value;
}
