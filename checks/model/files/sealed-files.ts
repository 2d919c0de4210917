/** Files of actions whose data are hidden from other users, e.g. a sealed bid until all are opened. */
import { succeeded } from "../../../spec/readings/outcome.ts";
import { senderOf } from "../../../spec/readings/people.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { Case } from "../case.ts";
import { uploadOf } from "./files.ts";
import { withheldKeys } from "../readers/others-data.ts";

/** True for a refused download of a file that another user sent with such an action. */
export function isSealed(exchange: Exchange, subject: Case): boolean {
  const { intent } = exchange;
  const trace = subject.traceOf(exchange);
  if ((intent.kind !== "file" && intent.kind !== "files") || !trace || succeeded(exchange)) return false;
  const keys = withheldKeys(trace, subject);
  const requested = intent.kind === "file" ? [intent.requested] : intent.requested;
  return requested.some((one) => {
    const upload = uploadOf(subject.history, one);
    const key = upload && "actionKey" in upload.intent ? upload.intent.actionKey : undefined;
    return upload !== undefined && senderOf(upload) !== senderOf(exchange) && keys.some((withheld) => withheld === key);
  });
}
