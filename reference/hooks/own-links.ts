import { randomUUID } from "node:crypto";
import type { TraceWrite } from "../core/records.ts";
import type { Hooks } from "./hooks.ts";
import { onWritten } from "./rewrite.ts";

interface Labelling {
  /** What it appends. */
  readonly links?: (shipment: TraceWrite["link"]) => readonly TraceWrite["link"][];
  /** So long after the shipment was answered; at once, before the answer, where it is absent. */
  readonly afterMs?: number;
}

/** The service labels each shipment: a link of its own hand, with data of its own. */
export function labelShipments(
  hooks: Hooks,
  { links = (shipment) => [labelOf(shipment)], afterMs }: Labelling = {},
): void {
  onWritten(hooks, async ({ link: shipment }) => {
    if (shipment.actionKey !== "ship") return;
    const append = async (): Promise<void> => {
      for (const link of links(shipment))
        await hooks.store.append(shipment.traceId, (before) => {
          const position = before.linkCount + 1;
          const trace = { ...before, linkCount: position };
          return { trace, link: { ...link, position }, files: [], searchDocument: null };
        });
    };
    if (afterMs === undefined) await append();
    // Once the service has stopped, none comes any more.
    else setTimeout(() => void append().catch(() => undefined), afterMs).unref();
  });
}

/** The label of a shipment. */
export function labelOf(shipment: TraceWrite["link"]): TraceWrite["link"] {
  const label = `${shipment.traceId.slice(0, 8)}-${String(shipment.position)}`;
  return { ...shipment, linkId: randomUUID(), actionKey: "label", createdBy: "system", data: { label }, files: [] };
}
