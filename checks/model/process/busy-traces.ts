/**
 * Traces that are busy for a moment after an action: users are told to come again, the state lists nothing as next, and
 * changes by itself when it is over.
 */
import { listedIn, listingOf } from "../../../spec/readings/listed-next.ts";
import { payloadMember } from "../../../spec/readings/outcome.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import { getOwn, type Json } from "../../../spec/json.ts";
import type { Case } from "../case.ts";
import { differInUnsent } from "./own-changes.ts";
import { traceKey, type ModelTrace } from "../world.ts";

/** True where the trace is known to be busy after the last action before this exchange. */
export function isAfterBusyAction(trace: ModelTrace, exchange: Exchange, subject: Case): boolean {
  const { busyAfter = {} } = subject.observed("action-gating") ?? {};
  const id = subject.workflowOf(trace)?.id;
  const last = trace.actions.findLast((one) => one.exchange === exchange || one.exchange.sentAtMs < exchange.sentAtMs);
  return last !== undefined && getOwn(busyAfter, id)?.includes(last.actionKey) === true;
}

/** True for a state that lists nothing right after such an action: its list is still to come. */
export function isWhileBusy(trace: ModelTrace, shownBy: Exchange, subject: Case): boolean {
  const listing = listingOf(subject.profile, subject.workflowOf(trace));
  if (!listing || !isAfterBusyAction(trace, shownBy, subject)) return false;
  return listedIn(payloadMember(shownBy, "state"), listing)?.length === 0;
}

/** True where somebody who acted on the trace in between was told to come again. */
function isSaidToBeBusy({ id }: ModelTrace, earlier: Exchange, later: Exchange, { exchanges }: Case): boolean {
  return exchanges.some(
    ({ intent, busy, sentAtMs, receivedAtMs }) =>
      intent.kind === "act" &&
      busy !== undefined &&
      traceKey(intent.traceId) === traceKey(id) &&
      receivedAtMs > earlier.sentAtMs &&
      sentAtMs < later.receivedAtMs,
  );
}

/**
 * True where two states differ only because the trace was busy at the earlier read: that one lists nothing, and no sent
 * data differ.
 * @param views the parts of the two states that must not change
 */
export function isNoLongerBusy(
  [earlier, later]: readonly [Exchange, Exchange],
  [before, after]: readonly [Json, Json],
  trace: ModelTrace,
  subject: Case,
): boolean {
  const listing = listingOf(subject.profile, subject.workflowOf(trace));
  if (!listing || listedIn(payloadMember(earlier, "state"), listing)?.length !== 0) return false;
  if (!isAfterBusyAction(trace, earlier, subject) && !isSaidToBeBusy(trace, earlier, later, subject)) return false;
  return differInUnsent(before, after, trace, subject);
}
