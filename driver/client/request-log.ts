/** What is told of every request, also of those that are tried again, while a run goes on. */
import type { TransportFailure } from "../../spec/vocabulary/history.ts";
import { withoutSecretMembers } from "../secrets/names.ts";
import type { Secrets } from "../secrets/secrets.ts";
import type { WireRequest, WireResponse } from "./receive.ts";
import { spanIdsIn, type SpanIds } from "./trace-context.ts";

export interface LoggedRequest {
  /** When it was sent, in milliseconds since 1970. */
  readonly sentAtMs: number;
  /** Id of the script; absent for what is sent outside of scripts, such as logins. */
  readonly script?: string;
  /** The span that it carried as `traceparent`; absent: it carried none. */
  readonly span?: SpanIds;
  readonly method: string;
  /** Path and query below the base URL, without secrets. */
  readonly path: string;
  /** The status, or the kind of failure. */
  readonly outcome: string;
  readonly durationMs: number;
  /** Of the body of the answer. */
  readonly bytes: number;
}

export type RequestLog = (request: LoggedRequest) => void;

interface Attempt {
  readonly response?: WireResponse;
  readonly failure?: TransportFailure;
  readonly sentAtMs: number;
  readonly receivedAtMs: number;
}

/** What came of one attempt, as it may be shown. */
export function loggedRequest(request: WireRequest, reply: Attempt, secrets: Secrets): LoggedRequest {
  const { response, failure, sentAtMs, receivedAtMs } = reply;
  const span = spanIdsIn(request.headers);
  return {
    sentAtMs: performance.timeOrigin + sentAtMs,
    ...(request.script === undefined ? {} : { script: request.script }),
    ...(span === undefined ? {} : { span }),
    method: request.method,
    path: secrets.redact(withoutSecretMembers(request.path)),
    outcome: String(response?.status ?? failure?.kind ?? "none"),
    durationMs: receivedAtMs - sentAtMs,
    bytes: response?.digest?.bytes ?? response?.body.length ?? 0,
  };
}
