/** Questions about a single exchange that several checks ask. */
import { validateResponse } from "../../spec/description/response-schemas.ts";
import { operationById } from "../../spec/operations.ts";
import { succeeded } from "../../spec/readings/outcome.ts";
import type { Exchange, ReceivedResponse } from "../../spec/vocabulary/history.ts";

export { isThrottled } from "../../spec/readings/throttled.ts";

/** True for a request under a candidate reading: its answer may be anything, so only robustness is judged. */
export function isProbing(exchange: Exchange): boolean {
  return exchange.candidateFor !== undefined;
}

/**
 * True when the response hands out what a successful call hands out: for JSON operations a document that fits the
 * schema, for downloads any 2xx with a zip or a body. A 2xx with something else, such as a login page, hands out
 * nothing.
 */
export function givesPayload(exchange: Exchange): boolean {
  if (!succeeded(exchange)) return false;
  const { response } = exchange;
  const operation = operationById(exchange.operationId);
  if (operation.response === "zip") return (response?.zip?.entries.length ?? 0) > 0;
  if (operation.response === "file") return ((response?.bytes ?? 0) > 0 && !isPage(exchange)) || isEmptyFile(exchange);
  return response?.json !== undefined && validateResponse(exchange.operationId, response.json.value).length === 0;
}

function isPage(exchange: Exchange): boolean {
  return /^(text\/html|application\/(json|problem\+json))/i.test(exchange.response?.headers["content-type"] ?? "");
}

/** No bytes, but declared as a file. */
function isEmptyFile({ response }: Exchange): boolean {
  const { "content-type": type = "", "content-disposition": disposition = "" } = response?.headers ?? {};
  return response?.bytes === 0 && (/^application\/octet-stream/i.test(type) || /^attachment/i.test(disposition));
}

/** `GET /trace/…/state`: how messages name an exchange. */
export function nameOf(exchange: Exchange): string {
  const name = `${exchange.request.method} ${exchange.request.path.split("?")[0]}`;
  return exchange.response?.notModified === undefined ? name : `${name} (304 to the ETag of an earlier answer)`;
}

/** `POST /trace/…/link, answered 403`: how messages name a request beside the one that they are about. */
export function answeredAs(exchange: Exchange): string {
  return `${nameOf(exchange)}, answered ${String(exchange.response?.status)}`;
}

function redirectionOf({ redirected }: ReceivedResponse): string {
  const last = redirected?.hops.at(-1);
  if (!redirected || !last) return "";
  const { notFollowed } = redirected;
  return notFollowed === undefined
    ? `, to which a redirect to ${last.to} led`
    : `, a redirect to ${last.to} that is not followed: ${notFollowed}`;
}

/** What came back, in a few words. */
export function answerOf(exchange: Exchange): string {
  if (exchange.response) return `status ${exchange.response.status}${redirectionOf(exchange.response)}`;
  return exchange.failure ? `${exchange.failure.kind}: ${exchange.failure.message}` : "no answer";
}
