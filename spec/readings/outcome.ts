/**
 * Whether an exchange succeeded, was refused, or went wrong. How a refusal looks is not shown, so a 2xx that carries an
 * error in the envelope and no payload is a refusal too.
 */
import { validateResponse } from "../description/response-schemas.ts";
import { operationById } from "../operations.ts";
import type { Exchange } from "../vocabulary/history.ts";
import { getOwn, isJsonObject, type Json, memberOf } from "../json.ts";

export type Outcome = "succeeded" | "refused" | "broken" | "no-answer";

/**
 * - `succeeded`: a 2xx that is not an enveloped refusal
 * - `refused`: 3xx, 4xx, a 2xx whose envelope carries an error instead of a payload, or a redirect of what need not be
 *   granted that ends in a page, as one for people to sign in
 * - `broken`: 5xx, or a status outside HTTP's classes
 * - `no-answer`: no complete response
 */
export function outcomeOf(exchange: Exchange): Outcome {
  const { response } = exchange;
  if (!response) return "no-answer";
  const { status } = response;
  if (status >= 300 && status < 500) return "refused";
  if (status < 200 || status >= 500) return "broken";
  return carriesOnlyError(exchange) || isSentToPage(exchange) ? "refused" : "succeeded";
}

/** The redirect was the refusal. Of a plain request of the owner the page is what came in place of the file. */
function isSentToPage({ response, defects, actor }: Exchange): boolean {
  if (!response?.redirected || (defects.length === 0 && actor === "first")) return false;
  return /^(text\/html|application\/(json|problem\+json))/i.test(response.headers["content-type"] ?? "");
}

export function succeeded(exchange: Exchange): boolean {
  return outcomeOf(exchange) === "succeeded";
}

/** True for a status that says that the request is at fault, and so that nothing was done. */
export function isPlainRefusal(status = 0): boolean {
  return status >= 400 && status < 500;
}

/** Statuses for data that are not as they should be. */
const ofData: ReadonlySet<number> = new Set([400, 412, 422]);

/** True for the status of a refusal that may be about what the data hold, and not about what is there already. */
export const mayBeForData = ({ response }: Exchange): boolean => ofData.has(response?.status ?? 0);

/** The same, also where a rule of the business is told as a conflict: with a creation nothing was there to be in conflict with. */
export const mayBeForRule = (exchange: Exchange): boolean =>
  mayBeForData(exchange) || (exchange.intent.kind === "create" && exchange.response?.status === 409);

export function refused(exchange: Exchange): boolean {
  return outcomeOf(exchange) === "refused";
}

/** A 2xx with a telling `error` (or `errors`) in place of what a success carries. */
function carriesOnlyError(exchange: Exchange): boolean {
  const document = exchange.response?.json?.value;
  if (!isJsonObject(document)) return false;
  if (!tells(document["error"]) && !tells(document["errors"])) return false;
  const operation = operationById(exchange.operationId);
  if (operation.response !== "json") return true;
  // Some services write an error of "none" into every envelope: a proper payload is a success all the same.
  if (validateResponse(exchange.operationId, document).length === 0) return false;
  const data = getOwn(document, "data");
  if (operation.face === "v2") return isNothing(data);
  // A payload in an envelope that legacy answers do not have is a success in the wrong form.
  if (!isNothing(data) && validateResponse(exchange.operationId, data).length === 0) return false;
  return !payloadMembers.some((member) => Object.hasOwn(document, member));
}

const payloadMembers = ["token", "state", "links", "totalCount"];

function isNothing(value: Json | undefined): boolean {
  return value === undefined || value === null || isEmpty(value);
}

function tells(error: Json | undefined): boolean {
  return error !== undefined && error !== null && error !== false && error !== "" && error !== 0 && !isEmpty(error);
}

function isEmpty(value: Json): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

/**
 * The payload of a successful JSON response: the member `data` of the envelope, or the document itself on the legacy
 * face. Undefined when there is none. A response that lacks its envelope, or has one too many, is unwrapped as far as it
 * can be understood, so that one fault is not charged to every other requirement.
 */
export function payloadOf(exchange: Exchange): Json | undefined {
  if (!succeeded(exchange)) return undefined;
  const document = exchange.response?.json?.value;
  if (document === undefined) return undefined;
  if (
    isJsonObject(document) &&
    Object.hasOwn(document, "data") &&
    !Object.hasOwn(document, "links") &&
    !Object.hasOwn(document, "state")
  ) {
    return document["data"];
  }
  return document;
}

/** The member of a successful JSON object payload, or undefined. */
export function payloadMember(exchange: Exchange, member: string): Json | undefined {
  const payload = payloadOf(exchange);
  return memberOf(payload, member);
}

/** The trace that a successful creation names, in lower case, or undefined; an action may answer the id of its trace as well. */
export function createdTraceOf(exchange: Exchange): string | undefined {
  if (exchange.intent.kind !== "create") return undefined;
  const payload = payloadOf(exchange);
  return typeof payload === "string" && payload !== "" ? payload : undefined;
}

/**
 * True for a status that says nothing of the action that was sent: 401 is about the token, 408, 413 and 429 are about the
 * moment, or how much was sent.
 */
export const isBesideAction = (status: number): boolean => [401, 408, 413, 429].includes(status);
