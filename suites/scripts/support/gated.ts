import type { ProcessRules } from "../../../spec/readings/process.ts";
import type { WorkflowDescription } from "../../../spec/vocabulary/target.ts";

/** A workflow that is a process. */
export interface Gated {
  /** Of the workflow, in the order of the configuration. */
  readonly index: number;
  readonly workflow: WorkflowDescription;
  readonly rules: ProcessRules;
}
