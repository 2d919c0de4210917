/** The header by which a service ties its own trace of a request to ours (W3C Trace Context, version 00). */
import { hash, randomBytes } from "node:crypto";

export const traceHeader = "traceparent";

/** The ids of a span, in lower-case hexadecimal digits. */
export interface SpanIds {
  readonly traceId: string;
  readonly spanId: string;
}

/**
 * The span above everything that one execution of a script sends, which is one trace: both follow from the run and the
 * script.
 */
export function scriptSpan(runId: string, script: { readonly id: string; readonly steps: unknown }): SpanIds {
  // The steps hold the marks, which differ where a script runs again.
  return idsFrom(`${runId}\n${script.id}\n${JSON.stringify(script.steps)}`);
}

/** The span of a run: what it sends outside of scripts, such as logins, belongs to its trace. */
export function runSpan(runId: string): SpanIds {
  return idsFrom(`run ${runId}`);
}

/** The span above all others of a trace of ours: it follows from the trace. */
export function rootOf(traceId: string): SpanIds {
  return { traceId, spanId: hash("sha256", `root ${traceId}`).slice(0, 16) };
}

function idsFrom(text: string): SpanIds {
  return rootOf(hash("sha256", text).slice(0, 32));
}

/** The value for one more request of a trace. Sampled: a service that keeps only some of its traces shall keep this one. */
export function traceparentOf(traceId: string): string {
  return `00-${traceId}-${randomBytes(8).toString("hex")}-01`;
}

/** The ids in the header, undefined where there are none. */
export function spanIdsIn(headers: Readonly<Record<string, string>>): SpanIds | undefined {
  const [, traceId, spanId] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/.exec(headers[traceHeader] ?? "") ?? [];
  return traceId === undefined || spanId === undefined ? undefined : { traceId, spanId };
}

/** The trace id in the header, undefined where there is none. */
export function traceIdIn(headers: Readonly<Record<string, string>>): string | undefined {
  return spanIdsIn(headers)?.traceId;
}
