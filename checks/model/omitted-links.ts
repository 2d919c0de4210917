/** Links that lists of other readers may leave out, as observed. */
import { senderOf } from "../../spec/readings/people.ts";
import type { Exchange } from "../../spec/vocabulary/history.ts";
import type { ModelAction, ModelTrace } from "./world.ts";

/**
 * True where the list may lack the link of this action. It may as well have it: a link may be hidden for a time only,
 * or from some readers.
 */
export function mayBeOmitted(
  { omitted = [] }: Pick<ModelTrace, "omitted">,
  read: Exchange,
  { actionKey, exchange }: Pick<ModelAction, "actionKey" | "exchange">,
): boolean {
  return read.intent.kind === "details" && omitted.includes(actionKey) && senderOf(exchange) !== senderOf(read);
}
