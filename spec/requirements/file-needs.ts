/** What must be at hand for requirements on files: actions that take them, and traces with room for them. */
import { mayBringFiles } from "../readings/file-policy.ts";
import { workflowsWithForms } from "../readings/forms.ts";
import type { Profile } from "../vocabulary/profile.ts";
import { actionsInFile } from "../vocabulary/setting-name.ts";
import type { FilesWanted, WorkflowDescription } from "../vocabulary/target.ts";
import { chosen, type NeedKind } from "./at-hand.ts";

/**
 * Not where no action takes a file. That files can be attached is stated, so that the configuration must say it: by refusals
 * alone it stays open.
 */
export const filesTaken: NeedKind = {
  remedy: "an action that takes files",
  missing({ target, profile }) {
    const isNone = ({ actions }: WorkflowDescription): boolean =>
      actions.length > 0 && actions.every(({ files }) => !mayBringFiles(files));
    const workflows = target.workflows.filter(({ actions }) => actions.length > 0);
    if (workflows.length === 0) return undefined;
    if (workflows.every(isNone)) return chosen("no action of this target takes files, as its configuration says");
    if (!workflowsWithForms(workflows, profile).every(isNone)) return undefined;
    const what = "each action was refused with a file, in words about files, and taken without";
    const remedy = `say files: none of each in ${actionsInFile(target)}, if that is so`;
    const unjudged = { because: "missing", what, remedy } as const;
    return { status: "inconclusive", reason: `${what}; ${remedy}`, unjudged, isSeenInRun: true };
  },
};

/** The same need, which is none of its own where no action takes a file. */
export function whereFilesAreTaken(need: NeedKind): NeedKind {
  return { ...need, missing: (...asked) => filesTaken.missing(...asked) ?? need.missing(...asked) };
}

/** Not where no trace of any workflow has room for what shows it. */
export function someTrace(
  hasRoom: (workflow: WorkflowDescription, profile: Profile) => boolean,
  reason: string,
): NeedKind {
  return {
    missing({ target, profile }) {
      const workflows = workflowsWithForms(target.workflows, profile).filter(({ actions }) => actions.length > 0);
      const none = workflows.length > 0 && !workflows.some((workflow) => hasRoom(workflow, profile));
      return none ? chosen(reason) : undefined;
    },
  };
}

/** Not where every action that creates a trace asks for files in this way. */
export function creationAsking(isSo: (files: FilesWanted | undefined) => boolean, what: string): NeedKind {
  return {
    missing({ target, profile }) {
      const actions = workflowsWithForms(target.workflows, profile).flatMap((workflow) => workflow.actions);
      const creating = actions.filter(({ creates }) => creates);
      const all = creating.length > 0 && creating.every(({ files }) => isSo(files));
      return all ? chosen(`no action of this target that creates a trace ${what}`) : undefined;
    },
  };
}
