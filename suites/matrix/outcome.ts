/** What came of examining targets, as it stands in `faults.json`. */
import type { CauseState, RequirementResult, Results } from "../../reports/results/index.ts";
import type { RequirementId } from "../../spec/requirements/index.ts";
import type { Depth } from "../engine/plan/depth.ts";
import type { MatrixTarget } from "./target.ts";

/**
 * Faults: `caught` by a requirement that the fault names, `caught-by-another` only by others, `survived`.
 * Variants: `passed`, `false-alarm`. Both: `error` where the examination itself came to nothing.
 */
export type MatrixVerdict = "caught" | "caught-by-another" | "survived" | "passed" | "false-alarm" | "error";

/** The verdicts with which a matrix is green. */
export const goodVerdicts: readonly MatrixVerdict[] = ["caught", "passed"];

/** The first failure of a requirement. */
export interface FirstFailure {
  readonly requirement: RequirementId;
  readonly script: string;
  readonly message: string;
  /** Exchanges after the probes; 0 where a probe already showed it. */
  readonly exchanges: number;
  /** Since the end of the probes. */
  readonly seconds: number;
}

/** What is broken once a fault was examined to the end. */
export interface BrokenRequirements {
  /** In the order of the register. */
  readonly requirements: readonly Pick<RequirementResult, "id" | "status">[];
  /** What failed together. */
  readonly together?: CauseState;
}

export interface TargetOutcome extends MatrixTarget {
  readonly verdict: MatrixVerdict;
  /** In the order in which they were seen. */
  readonly sightings: readonly FirstFailure[];
  /** Exchanges after the probes, all in all. */
  readonly exchanges: number;
  readonly probeExchanges: number;
  /** The whole examination, from starting the service on. */
  readonly seconds: number;
  /** Requirements that were not judged although they apply; of variants only. */
  readonly inconclusive: readonly RequirementId[];
  /**
   * The place, in the order of the report, of the first requirement that the fault names; 0 where none of them stands
   * there. Only where the fault was examined to the end, for this.
   */
  readonly place?: number;
  /** From which the order of the report follows; where the fault was examined to the end. */
  readonly broken?: BrokenRequirements;
  /** Every script that catches it, in the order in which they did; where it was examined to the end. */
  readonly caughtBy?: readonly string[];
  /** Of a fault that no MUST gave away: what the run comes to, which may be red, or incomplete, for what is told at its end. */
  readonly run?: Results["verdict"];
  /** Of `error`: what happened. */
  readonly error?: string;
}

export interface MatrixOptions {
  readonly depth: Depth;
  readonly seed: number;
  /** True: faults are examined to the end, so that it is known which scripts catch each. Takes five times as long. */
  readonly whole?: boolean;
}

export interface Matrix extends MatrixOptions {
  readonly schemaVersion: 1;
  readonly suite: { readonly version: string; readonly specDigest: string };
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly seconds: number;
  readonly workers: number;
  /** True when not every chosen target was examined. */
  readonly interrupted: boolean;
  readonly targets: readonly TargetOutcome[];
}
