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

/** For `setTrace`: one shipment more in the totals. */
export const addShipment =
  "progress = jsonb_set(progress, '{totals,shipments}', to_jsonb(coalesce((progress->'totals'->>'shipments')::int, 0) + 1))";

/** Changes a row of the table of traces. */
export async function setTrace(hooks: Hooks, traceId: string, assignment: string): Promise<void> {
  await hooks.store.database.query(`UPDATE ${hooks.store.schema}.traces SET ${assignment} WHERE trace_id = $1`, [
    traceId,
  ]);
}

/** Does something to a trace whose action was refused because it may not come. */
export function onNotNow(hooks: Hooks, act: (traceId: string) => Promise<void>, scope: Scope = {}): void {
  onRefusal(hooks, { code, kind: "act", ...scope }, async (reply, call) => {
    await act(traceIdOf(call));
    return reply;
  });
}
