/** What an exchange did as an action, and on which trace. */
import { isJsonObject, type JsonObject } from "../json.ts";
import type { Exchange, Intent } from "../vocabulary/history.ts";
import { createdTraceOf, succeeded } from "./outcome.ts";

/** True for what sends an action, also where it begins a trace. */
export function isAction(intent: Intent | undefined): intent is Extract<Intent, { readonly kind: "create" | "act" }> {
  return intent?.kind === "create" || intent?.kind === "act";
}

/** The data of the action that was sent; no members where they are no object, or nothing was sent. */
export function dataOf({ intent }: Exchange): JsonObject {
  return isAction(intent) && isJsonObject(intent.data) ? intent.data : {};
}

/** The trace that the request named, or that a creation made; undefined where there is none. */
export function traceOf(exchange: Exchange): string | undefined {
  const { intent } = exchange;
  return "traceId" in intent ? intent.traceId : createdTraceOf(exchange);
}

/** True for what succeeded; a creation must have answered the trace that it made. */
export function isTaken(exchange: Exchange | undefined): boolean {
  if (exchange?.intent.kind === "create") return createdTraceOf(exchange) !== undefined;
  return exchange !== undefined && succeeded(exchange);
}

/** True for the creation of a trace, and for an action on it. */
export const isWriteTo = (exchange: Exchange, traceId: string): boolean =>
  isAction(exchange.intent) && traceOf(exchange) === traceId;
