/** How faults of the network and of HTTP become the `TransportFailure` of a history. */
import type { TransportFailure } from "../../spec/vocabulary/history.ts";

type FailureKind = TransportFailure["kind"];

/** Thrown inside the client; never leaves it. */
export class TransportError extends Error {
  readonly kind: FailureKind;
  /** True once the status line has come: such a request is not tried again. */
  readonly answered: boolean;
  /** Milliseconds since the connection was used for what it answered before; undefined where it had answered nothing. */
  readonly restedMs: number | undefined;

  constructor(kind: FailureKind, message: string, answered = false, restedMs?: number) {
    super(message);
    this.kind = kind;
    this.answered = answered;
    this.restedMs = restedMs;
  }
}

const connectCodes = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EADDRNOTAVAIL",
  "ERR_ADDRESS_NOT_ALLOWED",
  "UND_ERR_CONNECT_TIMEOUT",
  "UND_ERR_PRX_CONN",
  "UND_ERR_PRX_TLS",
]);
const resetCodes = new Set(["ECONNRESET", "EPIPE", "UND_ERR_SOCKET", "ECONNABORTED"]);

/** The transport error for whatever the HTTP client reported. */
export function transportErrorOf(error: unknown, answered: boolean, restedMs?: number): TransportError {
  if (error instanceof TransportError) return error;
  const code = codeOf(error);
  const message = messageOf(error);
  if (code === undefined) return new TransportError("protocol", message, answered);
  if (connectCodes.has(code) || isTlsCode(code)) return new TransportError("connect", message, answered);
  if (resetCodes.has(code)) return new TransportError("reset", message, answered, answered ? undefined : restedMs);
  if (code === "ETIMEDOUT" || code.endsWith("_TIMEOUT")) return new TransportError("timeout", message, answered);
  return new TransportError("protocol", message, answered);
}

function isTlsCode(code: string): boolean {
  return /CERT|ERR_TLS|ERR_SSL|SELF_SIGNED|UNABLE_TO/.test(code);
}

function codeOf(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null) return undefined;
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  return "code" in error && typeof error.code === "string" ? error.code : undefined;
}

function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return messageOf(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  const code = codeOf(error);
  return code === undefined || error.message.includes(code) ? error.message : `${error.message} (${code})`;
}
