/** Whether a read may leave out what other users than its reader sent. */
import { senderOf } from "../../spec/readings/people.ts";
import type { Exchange } from "../../spec/vocabulary/history.ts";
import type { Case } from "./case.ts";
import type { ModelTrace } from "./world.ts";

/** True where the target was seen to hide such data, and somebody else than the reader may have acted on the trace. */
export function mayHideOthers(trace: ModelTrace, read: Exchange, subject: Case): boolean {
  if (subject.observed("others-data")?.hidden !== true) return false;
  const reader = senderOf(read);
  return [...trace.actions, ...trace.indeterminate].some(
    ({ exchange }) => senderOf(exchange) !== reader && exchange.sentAtMs < read.receivedAtMs,
  );
}
