/** What faults of workflows that are processes have in common. */
import type { TraceRecord } from "../../core/records.ts";
import type { Hooks } from "../../hooks/hooks.ts";
import type { Scope } from "../../hooks/rewrite.ts";
import type { FaultEntry } from "../fault.ts";
import { fault } from "../fault.ts";
import { traceIdOf } from "./attachments.ts";
import { onRefusal } from "./refused.ts";

/** A fault that is tried on the example process. */
export const onProcess = (
  title: string,
  requirement: FaultEntry["requirement"],
  install: FaultEntry["install"],
): FaultEntry => ({ ...fault(title, requirement, install), environment: "order-to-cash" });

export const code = "action-not-allowed-now";

export const hasEnded = ({ progress }: TraceRecord): boolean => progress.done["pay"] !== undefined;

/** One shipment more in the totals. */
export function addShipment(trace: TraceRecord): TraceRecord {
  const { progress } = trace;
  const shipments = Number(progress.totals["shipments"] ?? 0) + 1;
  return { ...trace, progress: { ...progress, totals: { ...progress.totals, shipments } } };
}

/** Does something to a trace whose action was refused because it may not come. */
export function onNotNow(hooks: Hooks, act: (traceId: string) => Promise<void>, scope: Scope = {}): void {
  onRefusal(hooks, { code, kind: "act", ...scope }, async (reply, call) => {
    await act(traceIdOf(call));
    return reply;
  });
}
