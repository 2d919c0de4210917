/** What a collector hands over: plain JSON, without loss, so that shards and worker threads can be merged. */
import type { AttemptState } from "./attempt-tally.ts";
import type { Face, OperationId } from "../../spec/operations.ts";
import type { ActionState } from "./action-tally.ts";
import type { CauseState } from "./cause-tally.ts";
import type { KeptFailure } from "./failure-list.ts";
import type { LatencyState } from "./latency.ts";
import type { RunError } from "./model.ts";
import type { TrafficState } from "./traffic.ts";
import type { UnsentState } from "./unsent-tally.ts";

export interface CollectorState {
  readonly cases: number;
  readonly requirements: Readonly<Record<string, RequirementState>>;
  readonly operations: readonly OperationState[];
  readonly errors: readonly RunError[];
  /** Refusals of status 2xx, which say so in the envelope, by operation; of the logins none. Absent: there were none. */
  readonly denied?: Readonly<Record<string, number>>;
  /** By operation. Absent: nothing was left unsent. */
  readonly unsent?: UnsentState;
  /** What came of well-formed requests for actions. Absent: none was sent. */
  readonly actions?: readonly ActionState[];
  /** What failed together. Absent: nothing failed. */
  readonly causes?: CauseState;
  /** Plain requests that were lost now and then, by the status or the way in which the connection failed. */
  readonly lost?: Readonly<Record<string, number>>;
  /** Requirements that failed only while answers were lost or 5xx: how often, of how many runs of their scripts. */
  readonly intermittent?: Readonly<Record<string, { readonly failed: number; readonly runs: number }>>;
  /** Further attempts at failing scripts. Absent: there were none, or they were of an earlier version. */
  readonly attempts?: AttemptState;
  /** Absent: nothing was sent, or it is not known when. */
  readonly traffic?: TrafficState;
}

export interface RequirementState {
  readonly judged: number;
  readonly failed: number;
  /** How often it was judged, and failed, by operation. Absent in runs of earlier versions. */
  readonly operations?: Readonly<Record<string, readonly [judged: number, failed: number]>>;
  readonly failures: readonly KeptFailure[];
}

export interface OperationState {
  readonly operationId: OperationId;
  readonly face: Face;
  readonly exchanges: number;
  readonly failures: number;
  readonly statuses: Readonly<Record<string, number>>;
  readonly latency: LatencyState;
}
