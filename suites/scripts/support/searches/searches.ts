import { alternating } from "../../../../spec/operations.ts";
import type { OperationStep } from "../../../../spec/vocabulary/script.ts";

/** Searches for the markers of refused creations, each once, through both faces in turn; they must find nothing. */
export function searchesFor(steps: readonly OperationStep[]): readonly OperationStep[] {
  const markers = new Set(steps.flatMap((step) => (step.op === "create" ? (step.data["tcMark"] ?? []) : [])));
  return [...markers].map((marker, index) => ({ op: "search", face: alternating(index), filters: { tcMark: marker } }));
}
