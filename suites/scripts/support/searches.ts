import { faces } from "../../../spec/operations.ts";
import type { OperationStep } from "../../../spec/vocabulary/script.ts";

/** Searches for the markers of refused creations, through both faces: nothing may be found. */
export function searchesFor(steps: readonly OperationStep[]): readonly OperationStep[] {
  return steps.flatMap((step, index): readonly OperationStep[] =>
    step.op === "create" && step.data["tcMark"] !== undefined
      ? [{ op: "search", face: faces[index % 2] ?? "v2", filters: { tcMark: step.data["tcMark"] } }]
      : [],
  );
}
