/** Whether a refusal says anything about what was sent. */
import { succeeded } from "../../spec/readings/outcome.ts";
import type { Exchange } from "../../spec/vocabulary/history.ts";

/**
 * False for a missing permission, an unknown trace, a broken service and no answer at all: they are the same whatever
 * is sent, so a probe learns nothing about the form of the request.
 */
export function speaksOfInput(exchange: Exchange | undefined): boolean {
  const status = exchange?.response?.status;
  if (!exchange || status === undefined) return false;
  return succeeded(exchange) || (![401, 403, 404].includes(status) && status < 500);
}
