import { processOf, type ProcessRules } from "../../../../spec/readings/process.ts";
import { stateReadingOf } from "../../../../spec/readings/state-data.ts";
import type { WorkflowDescription } from "../../../../spec/vocabulary/target.ts";
import type { SuiteContext } from "../../context.ts";

/** A workflow that is a process, i.e. not every action may come at any time. */
export interface Gated {
  /** The index of the workflow. */
  readonly index: number;
  readonly workflow: WorkflowDescription;
  readonly rules: ProcessRules;
}

/** Workflows whose states are computed although any action may come at any time, as processes without rules. */
export function freelyComputed({ profile, target }: SuiteContext): readonly Gated[] {
  return target.workflows.flatMap((workflow, index) => {
    const isComputed = stateReadingOf(profile, workflow)?.path === null;
    return isComputed && processOf(profile, workflow) === undefined ? [{ index, workflow, rules: {} }] : [];
  });
}

/** The groups that may do an action, if there are several. */
export function groupsSharing({ actions }: WorkflowDescription, key: string): readonly string[] {
  const groups = new Set(actions.flatMap((action) => (action.key === key ? action.groupLabel : [])));
  return groups.size > 1 ? [...groups] : [];
}
