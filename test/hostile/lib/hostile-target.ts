/** What a hostile target is: a behaviour, and what a run against it must come to. */
import type { Limits } from "../../../driver/index.ts";
import type { OperationId } from "../../../spec/operations.ts";
import type { RequirementId } from "../../../spec/requirements/index.ts";
import type { Verdict } from "../../../reports/index.ts";
import { faultyIn, startProxy, type Hook } from "./proxy.ts";

export interface RunningTarget {
  readonly baseUrl: string;
  /** Requests that reached a server that is none of the target's; there must be none. */
  foreignRequests?(): number;
  close(): Promise<void>;
}

export interface HostileTarget {
  readonly id: string;
  /** What the target does, as a sentence. */
  readonly behaviour: string;
  /** @param honestUrl the honest service that stands behind it */
  start(honestUrl: string): Promise<RunningTarget>;
  readonly verdict: Verdict | readonly Verdict[];
  /** Each of these must be failed or warned. */
  readonly findings: readonly RequirementId[];
  /** At least one of these must be, where the moment decides which. */
  readonly oneOf?: readonly RequirementId[];
  /** These may be failed or warned besides; nothing else may. */
  readonly alsoAllowed?: readonly RequirementId[];
  /** True where whatever is told besides the findings must be told as what follows from one of them. */
  readonly rootsOnly?: boolean;
  readonly limits?: Partial<Limits>;
  /** Rests, beside the timeouts, that the target asks for and a run grants, in milliseconds. */
  readonly grantedMs?: number;
  /** Memory that a run may take at most, in MiB. Default: 350. */
  readonly mostMiB?: number;
  /** Requirements that must have passed in spite of it all. Default: 100. */
  readonly stillPassed?: number;
}

/**
 * A target that is faulty in these operations only, by something that takes long to make: made before the run begins, for
 * the other requests would wait for it.
 */
export function faultyBy<Content>(
  make: () => Content,
  wanted: readonly OperationId[],
  fault: (content: Content) => Hook,
): HostileTarget["start"] {
  return (honestUrl) => startProxy(honestUrl, faultyIn(wanted, fault(make())));
}

/** A target that is faulty in these operations only. */
export function faulty(wanted: readonly OperationId[], fault: Hook): HostileTarget["start"] {
  return (honestUrl) => startProxy(honestUrl, faultyIn(wanted, fault));
}
