/** What a run did as spans, by the semantic conventions for tests and for HTTP clients. */
import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
  type Attributes,
  type Context,
  type Link,
  type Tracer,
} from "@opentelemetry/api";
import type { IdGenerator } from "@opentelemetry/sdk-trace";
import { rootOf, runSpan, scriptSpan, spanIdsIn, type LoggedRequest, type SpanIds } from "../../driver/index.ts";
import { exitCodeOf, type Results } from "../../reports/index.ts";
import type { Judgement } from "../../spec/requirements/judgement.ts";
import type { Exchange, History } from "../../spec/vocabulary/history.ts";
import { isJoined } from "../engine/plan/script-kinds.ts";
import { httpAttributes, RequestAddresses } from "./http-attributes.ts";
import type { Telemetered } from "./telemetered.ts";

/** Gives each span the ids that its request carried; where it carried none, some of its own. */
export class ChosenIds implements IdGenerator {
  /** Those of the span that is about to be started. */
  next: SpanIds = { traceId: "", spanId: "" };

  generateTraceId(): string {
    return this.next.traceId;
  }

  generateSpanId(): string {
    return this.next.spanId;
  }
}

interface Told {
  readonly ids: SpanIds;
  readonly under?: SpanIds;
  readonly name: string;
  readonly kind?: SpanKind;
  readonly links?: Link[];
  readonly attributes: Attributes;
  readonly failed?: boolean;
  /** In milliseconds since 1970. */
  readonly startMs: number;
  readonly endMs: number;
}

export class RunSpans {
  readonly #run: Telemetered;
  readonly #tracer: Tracer;
  readonly #ids: ChosenIds;
  readonly #addresses: RequestAddresses;
  readonly #root: SpanIds;
  readonly #openedMs = Date.now();
  #count = 0;

  constructor(run: Telemetered, tracer: Tracer, ids: ChosenIds) {
    this.#run = run;
    this.#tracer = tracer;
    this.#ids = ids;
    this.#addresses = new RequestAddresses(run.environment);
    this.#root = runSpan(run.runId);
  }

  /** Spans that were made so far. */
  get count(): number {
    return this.#count;
  }

  request({ span, method, path, outcome, sentAtMs, durationMs }: LoggedRequest): void {
    const bare = path.split("?", 1)[0] ?? path;
    this.#tell({
      ids: span ?? { ...this.#root, spanId: randomSpanId() },
      under: this.#root,
      name: `${method} ${bare}`,
      kind: SpanKind.CLIENT,
      attributes: { ...httpAttributes(method, outcome), ...this.#addresses.of(path) },
      failed: !/^[1-4]/.test(outcome),
      startMs: sentAtMs,
      endMs: sentAtMs + durationMs,
    });
  }

  script(history: History, judgements: readonly Judgement[]): void {
    const { script, exchanges, again } = history;
    const [first] = exchanges;
    if (!first) return;
    // The requests of several probes, of which each is told with its own.
    const joined = isJoined(script);
    const carried = joined ? undefined : spanIdsIn(first.request.headers);
    const ids = carried ? rootOf(carried.traceId) : scriptSpan(this.#run.runId, script);
    const red = new Map<number, string[]>();
    for (const { requirement, outcome, exchanges: shown } of judgements) {
      if (outcome !== "failed") continue;
      const at = shown[0] ?? -1;
      red.set(at, [...(red.get(at) ?? []), requirement]);
    }
    const failed = [...new Set([...red.values()].flat())];
    for (const exchange of joined ? [] : exchanges) this.#exchange(exchange, ids, red.get(exchange.index));
    this.#tell({
      ids,
      name: script.id,
      links: [{ context: contextOf(this.#root) }],
      attributes: {
        "test.suite.name": "trace-conformance",
        "test.case.name": script.id,
        "test.case.result.status": failed.length > 0 ? "fail" : "pass",
        "trace_conformance.run_id": this.#run.runId,
        ...(failed.length > 0 ? { "trace_conformance.requirements_failed": failed } : {}),
        ...(again === undefined ? {} : { "trace_conformance.again": true }),
      },
      failed: failed.length > 0,
      startMs: performance.timeOrigin + first.sentAtMs,
      endMs: performance.timeOrigin + Math.max(...exchanges.map(({ receivedAtMs }) => receivedAtMs)),
    });
  }

  #exchange(exchange: Exchange, under: SpanIds, failed: readonly string[] = []): void {
    const { request, response, failure, operationId, step, index, attempts = 1 } = exchange;
    const outcome = String(response?.status ?? failure?.kind ?? "none");
    const template = this.#addresses.templateOf(operationId);
    this.#tell({
      ids: spanIdsIn(request.headers) ?? { ...under, spanId: randomSpanId() },
      under,
      name: `${request.method} ${template}`,
      kind: SpanKind.CLIENT,
      attributes: {
        ...httpAttributes(request.method, outcome, template),
        ...this.#addresses.of(request.path),
        "trace_conformance.operation": operationId,
        "trace_conformance.step": step,
        "trace_conformance.exchange": index,
        ...(attempts > 1 ? { "http.request.resend_count": attempts - 1 } : {}),
        ...(failed.length > 0 ? { "trace_conformance.requirements_failed": [...failed] } : {}),
      },
      // Many requests are wrong on purpose, and to be refused: what was judged says whether it is an error.
      failed: failed.length > 0 || !/^[1-4]/.test(outcome),
      startMs: performance.timeOrigin + exchange.sentAtMs,
      endMs: performance.timeOrigin + exchange.receivedAtMs,
    });
  }

  /** The span of the whole run. */
  ended(results: Results | undefined): void {
    const { environment, runId, startedAt, suiteVersion } = this.#run;
    const status = results ? suiteStatusOf(results) : "aborted";
    this.#tell({
      ids: this.#root,
      name: "trace-conformance run",
      attributes: {
        "test.suite.name": "trace-conformance",
        "test.suite.run.status": status,
        "trace_conformance.run_id": runId,
        "trace_conformance.environment": environment.name,
        "trace_conformance.version": suiteVersion,
        ...(results
          ? {
              "trace_conformance.verdict": results.verdict,
              "trace_conformance.exit_code": exitCodeOf(results),
              "trace_conformance.seed": results.seed,
              "trace_conformance.depth": results.depth,
              "trace_conformance.exchanges": results.summary.exchanges,
              "trace_conformance.requirements_failed": results.requirements
                .filter((requirement) => requirement.status === "failed")
                .map(({ id }) => id),
            }
          : {}),
      },
      failed: status !== "success",
      startMs: Math.min(Date.parse(startedAt), this.#openedMs),
      endMs: Date.now(),
    });
  }

  #tell({ ids, under, name, kind, links, attributes, failed, startMs, endMs }: Told): void {
    this.#ids.next = ids;
    const context: Context = under ? trace.setSpanContext(ROOT_CONTEXT, contextOf(under)) : ROOT_CONTEXT;
    const span = this.#tracer.startSpan(
      name,
      { attributes, startTime: startMs, ...(kind === undefined ? {} : { kind }), ...(links ? { links } : {}) },
      context,
    );
    if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end(endMs);
    this.#count += 1;
  }
}

function contextOf(ids: SpanIds) {
  return { ...ids, traceFlags: TraceFlags.SAMPLED };
}

function suiteStatusOf(results: Results): string {
  if (results.partial?.interrupted && results.partial.because === undefined) return "aborted";
  switch (exitCodeOf(results)) {
    case 0:
      return "success";
    case 1:
      return "failure";
    // The conventions allow other words where none of theirs fits.
    case 3:
      return "incomplete";
    case 4:
      return "error";
  }
}

function randomSpanId(): string {
  return crypto.getRandomValues(Buffer.alloc(8)).toString("hex");
}
