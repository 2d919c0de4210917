/** Scripts with files go to a workflow that takes them, where the first takes none, or never several at once. */
import { mayBringFiles, mayBringSeveral } from "../../spec/readings/file-policy.ts";
import { processOf } from "../../spec/readings/process.ts";
import { placedSteps } from "../../spec/vocabulary/placed-steps.ts";
import type { Profile } from "../../spec/vocabulary/profile.ts";
import type { OperationStep, Script } from "../../spec/vocabulary/script.ts";
import type { FilesWanted, WorkflowDescription } from "../../spec/vocabulary/target.ts";
import { mapSteps } from "../scripts/steps.ts";
import { Paths } from "./paths.ts";

interface Choosing {
  readonly workflows: readonly WorkflowDescription[];
  readonly profile: Profile;
}

/** True where an action that may be appended after this creation takes such files. */
export function isFollowedBy(
  { actions, ...workflow }: WorkflowDescription,
  profile: Profile,
  create: string,
  takes: (wanted: FilesWanted | undefined) => boolean,
): boolean {
  const rules = processOf(profile, { actions, ...workflow });
  const takesKey = (key: string): boolean => actions.some((one) => one.appends && one.key === key && takes(one.files));
  return rules
    ? new Paths(rules, { actions, ...workflow }).wayTo([create], takesKey) !== undefined
    : actions.some(({ key }) => takesKey(key));
}

/** How many files one action of the workflow takes at most: none, one or several. */
function roomOf(workflow: WorkflowDescription, profile: Profile): 0 | 1 | 2 {
  const takes = (isSo: (wanted: FilesWanted | undefined) => boolean): boolean =>
    workflow.actions.some(
      ({ creates, key, files }) => creates && (isSo(files) || isFollowedBy(workflow, profile, key, isSo)),
    );
  return takes(mayBringSeveral) ? 2 : takes(mayBringFiles) ? 1 : 0;
}

/** The index of the first workflow that takes more files at once than this one, which does not take several. */
export function workflowForFiles({ workflows, profile }: Choosing, usual: number): number | undefined {
  // Where nothing is known of files, all take any.
  if (!workflows[usual]?.actions.some(({ files }) => files !== undefined)) return undefined;
  const rooms = workflows.map((workflow) => roomOf(workflow, profile));
  const own = rooms[usual] ?? 0;
  const most = Math.max(...rooms);
  return own < 2 && most > own ? rooms.indexOf(most as 0 | 1 | 2) : undefined;
}

/** The script in another workflow where it sends more files than its own takes; the same where it names one by itself. */
export function withWorkflowForFiles(choosing: Choosing, script: Script): Script {
  const all = placedSteps(script).map(({ step }) => step);
  const writes = all.filter((step) => step.op === "create" || step.op === "act");
  const most = Math.max(0, ...writes.map(({ files = [] }) => files.length));
  const isFree = all.every(
    (step) => !("workflow" in step && step.workflow !== undefined) && !("action" in step && step.action !== undefined),
  );
  if (most === 0 || !isFree || writes.every(({ op }) => op !== "create")) return script;
  const [own] = choosing.workflows;
  const other = workflowForFiles(choosing, 0);
  if (!own || other === undefined || most <= roomOf(own, choosing.profile)) return script;
  return mapSteps(script, (step): OperationStep => {
    if (step.op === "create" || step.op === "act" || step.op === "search") return { ...step, workflow: other };
    if (step.op !== "walk" || !step.actAfterFirstPage) return step;
    return { ...step, actAfterFirstPage: { ...step.actAfterFirstPage, workflow: other } };
  });
}
