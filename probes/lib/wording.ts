/** Short texts for evidence. */
import type { Exchange } from "../../spec/vocabulary/history.ts";
import type { JsonPath } from "../../spec/vocabulary/profile.ts";

/** `meta.files.{*}.digest`, or `the top` for the empty path. */
export function pathText(path: JsonPath): string {
  return path.length === 0 ? "the top" : path.join(".");
}

/** `status 404`, or why there is none. */
export function statusText(exchange: Exchange | undefined): string {
  if (!exchange) return "not sent";
  if (exchange.response) return `status ${String(exchange.response.status)}`;
  return exchange.failure ? `no answer (${exchange.failure.kind})` : "no answer";
}

export function countText(count: number, thing: string): string {
  return `${String(count)} ${thing}${count === 1 ? "" : "s"}`;
}
