/**
 * What a read may show. An action answered before the read was sent must show; one sent after the read was answered
 * cannot; one that overlaps it may.
 */
import type { Exchange } from "../../spec/vocabulary/history.ts";
import { mayBeOmitted } from "./omitted-links.ts";
import type { ModelAction, ModelTrace } from "./world.ts";

export interface Moment {
  /** Must show; in the order of sending. */
  readonly acknowledged: readonly ModelAction[];
  /** May show: overlapping, of unknown outcome, or perhaps hidden from the reader. */
  readonly concurrent: readonly ModelAction[];
  /**
   * True where nothing is concurrent and the acknowledged actions did not overlap: there is one order, and so one
   * prediction.
   */
  readonly exact: boolean;
}

/** `read` may itself be an action, whose own answer shows the state after it. */
export function momentOf(trace: ModelTrace, read: Exchange): Moment {
  const acknowledged: ModelAction[] = [];
  const concurrent: ModelAction[] = [];
  for (const action of trace.actions) {
    const isBefore = action.exchange === read || action.exchange.receivedAtMs <= read.sentAtMs;
    if (isBefore && !mayBeOmitted(trace, read, action)) acknowledged.push(action);
    else if (action.exchange.sentAtMs <= read.receivedAtMs) concurrent.push(action);
  }
  for (const action of trace.indeterminate) {
    if (action.exchange.sentAtMs <= read.receivedAtMs) concurrent.push(action);
  }
  return { acknowledged, concurrent, exact: concurrent.length === 0 && inOneOrder(acknowledged) };
}

function inOneOrder(actions: readonly ModelAction[]): boolean {
  return actions.every((action, index) => {
    const next = actions[index + 1];
    return !next || action.exchange.receivedAtMs <= next.exchange.sentAtMs;
  });
}

/** True when a write on the trace may have taken effect between the two reads. */
export function changedBetween(trace: ModelTrace, earlier: Exchange, later: Exchange): boolean {
  // A write without an answer may take effect long after it was given up.
  const [fromMs, toMs] = spanOf(earlier, later);
  if (trace.indeterminate.some(({ exchange }) => exchange.sentAtMs < toMs)) return true;
  return trace.actions.some(({ exchange }) => {
    // The answer to a write shows its effect; a read that overlaps the write may not.
    if (exchange === earlier) return earlier.receivedAtMs > later.sentAtMs;
    if (exchange === later) return true;
    return exchange.receivedAtMs > fromMs && exchange.sentAtMs < toMs;
  });
}

/** From the first sending to the last answer, whichever of two parallel steps was sent first. */
export function spanOf(one: Exchange, other: Exchange): readonly [fromMs: number, toMs: number] {
  return [Math.min(one.sentAtMs, other.sentAtMs), Math.max(one.receivedAtMs, other.receivedAtMs)];
}
