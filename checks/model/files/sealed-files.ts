/** Files of actions whose data are kept from who did not send them, as those of a sealed bid are until all are opened. */
import { succeeded } from "../../../spec/readings/outcome.ts";
import { senderOf } from "../../../spec/readings/people.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { Case } from "../case.ts";
import { uploadOf } from "./files.ts";
import { withheldKeys } from "../readers/others-data.ts";

/** True for a refusal of a file, or of several, of which another user than the reader brought one with such an action. */
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
