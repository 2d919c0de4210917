/** What a requirement is on one operation alone: what is broken on another is not broken there. */
import type { OperationId } from "../../spec/operations.ts";
import type { RequirementResult, RequirementStatus } from "./model.ts";
import { covers } from "./waived.ts";

/** Undefined where it does not cover the operation, or is broken on others and was not judged on this one. */
export function statusOn(
  { operations = [], status, byOperation, partlyWaived = [] }: OnOperations,
  operation: OperationId,
): RequirementStatus | undefined {
  if (!operations.includes(operation)) return undefined;
  if (!byOperation || (status !== "failed" && status !== "warned" && status !== "waived")) return status;
  const counts = byOperation[operation];
  if (!counts) return undefined;
  if (counts.failed === 0) return "passed";
  return partlyWaived.some((waiver) => covers(waiver, operation)) ? "waived" : status;
}

type OnOperations = Pick<RequirementResult, "operations" | "status" | "byOperation" | "partlyWaived">;
