/** Which failures of a requirement its waivers cover. */
import { operationById, type OperationId } from "../../spec/operations.ts";
import type { Waiver } from "../../spec/vocabulary/waiver.ts";
import type { RequirementState } from "./collector-state.ts";

/** A waiver, and how often its requirement was judged, and failed, where it holds. */
export interface WaiverUse {
  readonly waiver: Waiver;
  readonly judged: number;
  readonly failed: number;
}

type Counts = Pick<RequirementState, "judged" | "failed" | "operations">;

/** The waivers of a requirement with what each covers, also those that have expired. */
export function waiverUses(
  waivers: readonly Waiver[],
  id: string,
  { judged, failed, operations = {} }: Counts,
): WaiverUse[] {
  return waivers
    .filter(({ requirement }) => requirement === id)
    .map((waiver) => {
      if (!isScoped(waiver)) return { waiver, judged, failed };
      const covered = Object.entries(operations).filter(([operation]) => covers(waiver, operation as OperationId));
      const sum = (of: 0 | 1): number => covered.reduce((total, [, counts]) => total + counts[of], 0);
      return { waiver, judged: sum(0), failed: sum(1) };
    });
}

/** True for one that holds for an operation or an endpoint set alone. */
export function isScoped({ operation, face }: Pick<Waiver, "operation" | "face">): boolean {
  return operation !== undefined || face !== undefined;
}

/** True where it holds for failures of this operation. */
export function covers(
  { operation, face }: Pick<Waiver, "operation" | "face">,
  failing: OperationId | undefined,
): boolean {
  if (operation === undefined && face === undefined) return true;
  if (failing === undefined) return false;
  return (operation ?? failing) === failing && (face ?? operationById(failing).face) === operationById(failing).face;
}

/** Where it holds, such as `v2TraceState alone`; empty for the whole requirement. */
export function scopeWords({ operation, face }: Pick<Waiver, "operation" | "face">): string {
  const where = operation ?? face;
  return where === undefined ? "" : `${where} alone`;
}
