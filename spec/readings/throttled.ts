/** Answers that ask to come again later, and so say nothing of what was asked for. */
import type { Exchange } from "../vocabulary/history.ts";

/** With Retry-After they say of an action that its trace is busy for the moment, and of a file that it is not ready yet. */
export const busyTraceStatuses: readonly number[] = [409, 423, 425];

/** Kinds of operations of which they say so. */
export const mayBeBusy: ReadonlySet<string> = new Set(["act", "file", "files"]);

/** True when the target asked to come back later; such an answer says nothing about the operation. */
export function isThrottled({ intent, response }: Pick<Exchange, "intent" | "response">): boolean {
  if (!response) return false;
  const { status, headers } = response;
  if (status === 429) return true;
  const isBusy = status === 503 || (mayBeBusy.has(intent.kind) && busyTraceStatuses.includes(status));
  return isBusy && headers["retry-after"] !== undefined;
}
