/**
 * Traces that are busy for a moment after an action, where whoever acts is told to come again: the state lists nothing as
 * next until it is over, and changes by the service's own hand then.
 */
import { listedIn, listingOf } from "../../../spec/readings/listed-next.ts";
import { payloadMember } from "../../../spec/readings/outcome.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import { getOwn, type Json } from "../../../spec/json.ts";
import type { Case } from "../case.ts";
import { differInUnsent } from "./own-changes.ts";
import { traceKey, type ModelTrace } from "../world.ts";

/** True where the trace was seen to be busy after the action that was the last one before the exchange. */
export function isAfterBusyAction(trace: ModelTrace, exchange: Exchange, subject: Case): boolean {
  const { busyAfter = {} } = subject.observed("action-gating") ?? {};
  const id = subject.workflowOf(trace)?.id;
  const last = trace.actions.findLast((one) => one.exchange === exchange || one.exchange.sentAtMs < exchange.sentAtMs);
  return last !== undefined && getOwn(busyAfter, id)?.includes(last.actionKey) === true;
}

/** True for a state that lists nothing behind an action after which the trace is busy: what it lists in the end is still to come. */
export function isWhileBusy(trace: ModelTrace, shownBy: Exchange, subject: Case): boolean {
  const listing = listingOf(subject.profile, subject.workflowOf(trace));
  if (!listing || !isAfterBusyAction(trace, shownBy, subject)) return false;
  return listedIn(payloadMember(shownBy, "state"), listing)?.length === 0;
}

/** True where somebody who acted on the trace was told between the two to come again. */
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
 * True where two states differ because the trace was busy when the earlier one was read: it lists nothing, and nothing
 * that was sent is otherwise.
 * @param views what of the two states must not change
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
