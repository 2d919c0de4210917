import { randomUUID } from "node:crypto";
import type { TraceWrite } from "../core/records.ts";
import type { Hooks } from "./hooks.ts";
import { onWritten } from "./rewrite.ts";

/** The service labels each shipment: a link of its own hand, with data of its own. @param links what it appends */
export function labelShipments(
  hooks: Hooks,
  links: (shipment: TraceWrite["link"]) => readonly TraceWrite["link"][] = (shipment) => [labelOf(shipment)],
): void {
  onWritten(hooks, async ({ link: shipment }) => {
    if (shipment.actionKey !== "ship") return;
    for (const link of links(shipment))
      await hooks.store.append(shipment.traceId, (before) => {
        const position = before.linkCount + 1;
        const trace = { ...before, linkCount: position };
        return { trace, link: { ...link, position }, files: [], searchDocument: null };
      });
  });
}

/** The label of a shipment. */
export function labelOf(shipment: TraceWrite["link"]): TraceWrite["link"] {
  const label = `${shipment.traceId.slice(0, 8)}-${String(shipment.position)}`;
  return { ...shipment, linkId: randomUUID(), actionKey: "label", createdBy: "system", data: { label }, files: [] };
}
