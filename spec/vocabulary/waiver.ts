import type { Face, OperationId } from "../operations.ts";

/** A requirement that the configuration excuses for a time: its failures are told and do not fail the run. */
export interface Waiver {
  readonly requirement: string;
  /** Only failures of this operation are excused. */
  readonly operation?: OperationId;
  /** Only failures of this endpoint set are excused. */
  readonly face?: Face;
  readonly reason: string;
  /** The last day on which it holds, YYYY-MM-DD. */
  readonly expires: string;
}
