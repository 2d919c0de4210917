/**
 * How slow a target may be by its owner's own wish. The interface says nothing about latency, so exceeding it is never a
 * failure of a requirement.
 */
import type { OperationId } from "../operations.ts";

export interface LatencyBudgets {
  /** Milliseconds within which 95 % of the exchanges of each operation are answered. */
  readonly p95Ms?: number;
  /** The same for single operations, in place of `p95Ms`. */
  readonly perOperation?: Readonly<Partial<Record<OperationId, number>>>;
}
