import type { Face } from "../spec/operations.ts";
import type { WorkflowDescription } from "../spec/vocabulary/target.ts";

export const depths = ["quick", "standard", "deep"] as const;
/** How much of the time of a target a run takes. */
export type Depth = (typeof depths)[number];

/** All that a generated script may depend on, besides its seed. */
export interface GeneratorContext {
  /** Stands in every document as `tcRun`, so that the markers of two runs never meet. */
  readonly runId: string;
  readonly workflows: readonly WorkflowDescription[];
  /** Traits that the target is known to refuse; none of them is generated. */
  readonly refused: readonly string[];
  /** Traits of data that it takes, but not together with all others. Default: none. */
  readonly apart?: readonly string[];
  /** True where a second user may read what the first wrote. */
  readonly secondUser: boolean;
  /** The faces that steps may go through. */
  readonly faces: readonly Face[];
  readonly depth: Depth;
}
