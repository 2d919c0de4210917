/** Turns exchanges of a history into what a report shows of them. */
import { curlOf } from "../../driver/index.ts";
import { operationById } from "../../spec/operations.ts";
import type { Exchange, History, ReceivedResponse } from "../../spec/vocabulary/history.ts";
import type { ReportedExchange } from "../../reports/results/index.ts";

const maxTextBytes = 16 * 1024;
const maxBinaryBytes = 4 * 1024;

export interface ShownIn {
  readonly baseUrl: string;
  /** Replaces secrets in text that the target sent. */
  readonly redact: (text: string) => string;
  /**
   * When the clock of the exchanges stood at zero, in milliseconds since 1970. Absent for histories of earlier runs.
   */
  readonly clockOriginMs?: number;
}

/** The exchanges with these indexes, in this order; indexes that the history does not have are left out. */
export function reportedExchanges(
  history: History,
  indexes: readonly number[],
  shown: ShownIn,
): readonly ReportedExchange[] {
  return indexes
    .map((index) => history.exchanges[index])
    .filter((exchange) => exchange !== undefined)
    .map((exchange) => reported(exchange, shown));
}

function reported(exchange: Exchange, { baseUrl, redact, clockOriginMs }: ShownIn): ReportedExchange {
  const { request, response, failure } = exchange;
  return {
    index: exchange.index,
    step: exchange.step,
    ...(clockOriginMs === undefined ? {} : { startedAt: new Date(clockOriginMs + exchange.sentAtMs).toISOString() }),
    operation: operationById(exchange.operationId).id,
    face: exchange.face,
    method: request.method,
    path: request.path,
    requestHeaders: request.headers,
    ...(request.body === undefined ? {} : { requestBody: cut(request.body) }),
    ...(response ? shownResponse(response, redact) : {}),
    ...(failure ? { failure: `${failure.kind}: ${failure.message}` } : {}),
    durationMs: Math.round((exchange.receivedAtMs - exchange.sentAtMs) * 10) / 10,
    curl: curlOf(exchange, baseUrl),
  };
}

function shownResponse(response: ReceivedResponse, redact: (text: string) => string): Partial<ReportedExchange> {
  const base = { status: response.status, responseHeaders: response.headers, responseBytes: response.bytes };
  const body = response.body;
  if (!body || body.byteLength === 0) return base;
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(body.subarray(0, maxTextBytes + 4), {
      stream: body.byteLength > maxTextBytes,
    });
    return { ...base, responseBody: cut(redact(text)) };
  } catch {
    // Redacted before it is encoded: in base64 a secret would not be recognised.
    const clean = redact(Buffer.from(body.subarray(0, maxBinaryBytes)).toString("latin1"));
    return { ...base, responseBase64: Buffer.from(clean, "latin1").toString("base64") };
  }
}

function cut(text: string): string {
  if (text.length <= maxTextBytes) return text;
  return `${text.slice(0, maxTextBytes)}… [cut: ${text.length} characters in all]`;
}
