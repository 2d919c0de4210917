/** Actions whose links may stand in no list of who did not send them, as far as the target was observed to leave them out. */
import { senderOf } from "../../spec/readings/people.ts";
import type { Exchange } from "../../spec/vocabulary/history.ts";
import type { ModelAction, ModelTrace } from "./world.ts";

/**
 * True where the list that was read may lack the link of the action. It need not: what is kept from a reader for a time may
 * be shown later, and another reader may see it at once.
 */
export function mayBeOmitted(
  { omitted = [] }: Pick<ModelTrace, "omitted">,
  read: Exchange,
  { actionKey, exchange }: Pick<ModelAction, "actionKey" | "exchange">,
): boolean {
  return read.intent.kind === "details" && omitted.includes(actionKey) && senderOf(exchange) !== senderOf(read);
}
