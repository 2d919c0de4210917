/** Turns exchanges of a history into what a report shows of them. */
import { curlOf, redactDocument, traceIdIn, withheldText } from "../../../driver/index.ts";
import { operationById } from "../../../spec/operations.ts";
import type { Exchange, History, ReceivedResponse } from "../../../spec/vocabulary/history.ts";
import type { ReportedExchange } from "../../../reports/results/index.ts";

const maxTextBytes = 16 * 1024;
/** Bytes of a body that are searched for secrets before it is cut. */
const mostSearched = 65_536;
const maxBinaryBytes = 4 * 1024;
/** All bodies, headers and command lines of one failure together; of what comes beyond it a beginning is shown. */
const maxFailureBytes = 96 * 1024;
const leastTextBytes = 512;
const maxHeaderLength = 1024;
/** A longer command line no person copies, and few shells take. */
const maxCurlLength = 32 * 1024;

export interface ShownIn {
  readonly baseUrl: string;
  /** Replaces secrets in text that the target sent. */
  readonly redact: (text: string) => string;
  /**
   * When the clock of the exchanges stood at zero, in milliseconds since 1970. Absent for histories of earlier runs.
   */
  readonly clockOriginMs?: number;
  /** Where a trace of the target can be looked at; `{traceId}` stands for its id. */
  readonly traceUrl?: string | undefined;
  /** How long an answer is waited for. Absent: as long as a run does by itself. */
  readonly timeoutMs?: number;
}

/**
 * The exchanges with these indexes, in this order; indexes that the history does not have are left out. Each has less room
 * than the one before, so that all of them together are bounded.
 */
export function reportedExchanges(
  history: History,
  indexes: readonly number[],
  shown: ShownIn,
): readonly ReportedExchange[] {
  let left = maxFailureBytes;
  return indexes
    .map((index) => history.exchanges[index])
    .filter((exchange) => exchange !== undefined)
    .map((exchange) => {
      const told = reported(exchange, shown, Math.max(leastTextBytes, Math.min(maxTextBytes, left >> 2)));
      left -= JSON.stringify(told).length;
      return told;
    });
}

function reported(
  exchange: Exchange,
  { baseUrl, redact, clockOriginMs, traceUrl }: ShownIn,
  mostBytes: number,
): ReportedExchange {
  const { request, response, failure } = exchange;
  const curl = curlOf(exchange, baseUrl);
  return {
    index: exchange.index,
    step: exchange.step,
    ...(clockOriginMs === undefined ? {} : { startedAt: new Date(clockOriginMs + exchange.sentAtMs).toISOString() }),
    operation: operationById(exchange.operationId).id,
    face: exchange.face,
    method: request.method,
    path: cut(request.path, mostBytes),
    requestHeaders: shownHeaders(request.headers),
    ...tracedAs(request.headers, traceUrl),
    ...(request.body === undefined ? {} : { requestBody: cut(request.body, mostBytes) }),
    ...(response ? shownResponse(response, redact, mostBytes) : {}),
    ...(failure ? { failure: `${failure.kind}: ${failure.message}` } : {}),
    durationMs: Math.round((exchange.receivedAtMs - exchange.sentAtMs) * 10) / 10,
    // Half a command would send something else.
    ...(curl.length > Math.min(maxCurlLength, 2 * mostBytes) ? {} : { curl }),
  };
}

/** The trace that the target may have kept of the exchange, and where. */
function tracedAs(
  headers: Readonly<Record<string, string>>,
  traceUrl: string | undefined,
): Pick<ReportedExchange, "traceId" | "traceUrl"> {
  const traceId = traceIdIn(headers);
  if (traceId === undefined) return {};
  return { traceId, ...(traceUrl === undefined ? {} : { traceUrl: traceUrl.replaceAll("{traceId}", traceId) }) };
}

function shownHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .slice(0, 100)
      .map(([name, value]) => [cut(name, maxHeaderLength), cut(value, maxHeaderLength)]),
  );
}

function shownResponse(
  response: ReceivedResponse,
  redact: (text: string) => string,
  mostBytes: number,
): Partial<ReportedExchange> {
  const { headers, bytes, notModified } = response;
  const status = notModified === undefined ? response.status : 304;
  const base = { status, responseHeaders: shownHeaders(headers), responseBytes: bytes };
  const body = response.body;
  if (response.withheld) return { ...base, responseBody: body ? withheldText(body) : "«withheld: it holds a secret»" };
  if (!body || body.byteLength === 0) return base;
  try {
    // More than is shown, so that what stands across the cut is still found.
    const most = Math.max(mostBytes, mostSearched);
    const text = new TextDecoder("utf-8", { fatal: true }).decode(body.subarray(0, most + 4), {
      stream: body.byteLength > most,
    });
    const leftOut = response.leftOut === undefined ? "" : ` [left out: ${response.leftOut} found traces]`;
    const more = notModified === undefined ? leftOut : ` [not modified: the answer of exchange ${notModified} stands]`;
    return { ...base, responseBody: cut(redactDocument(text, redact), mostBytes) + more };
  } catch {
    // Redacted before it is encoded: in base64 a secret would not be recognised.
    const clean = redact(Buffer.from(body.subarray(0, Math.min(maxBinaryBytes, mostBytes))).toString("latin1"));
    return { ...base, responseBase64: Buffer.from(clean, "latin1").toString("base64") };
  }
}

function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text.slice(0, most)}… [cut: ${text.length} characters in all]`;
}
