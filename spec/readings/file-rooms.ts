/**
 * What traces of a target have room for, by what actions ask of their files and which may follow which. An action that was never
 * taken, and not tried in each place, is taken to come anywhere: that nobody saw it come says nothing.
 */
import { getOwn } from "../json.ts";
import { readingOf, type Profile } from "../vocabulary/profile.ts";
import type { ActionDescription, WorkflowDescription } from "../vocabulary/target.ts";
import { filePolicy, mayBringFiles, mayBringSeveral } from "./file-policy.ts";
import { contentDeciding, followers, processOf } from "./process.ts";

/** So many places of a process are looked at; one that has more is taken to have room. */
const mostPlaces = 2_000;
/** Traces of more actions than this are not looked at. */
const mostActions = 8;

/** False where no trace of the workflow can have files of two actions. */
export function hasFilesOfSeveral(workflow: WorkflowDescription, profile: Profile): boolean {
  if (workflow.actions.every(({ files }) => files === undefined)) return true;
  const taking = bringing(workflow, profile);
  if (!taking.some(({ appends }) => appends)) return false;
  const takes = (key: string): boolean => taking.some((action) => action.key === key);
  return someTrace(workflow, profile, (done) => done.filter(takes).length > 1);
}

/** False where each action that can be appended was refused with files, and taken without. */
export function hasFilesLater(workflow: WorkflowDescription, profile: Profile): boolean {
  return bringing(workflow, profile).some(({ appends }) => appends);
}

/** False where no trace of the workflow can have two files. */
export function hasTwoFiles(workflow: WorkflowDescription, profile: Profile): boolean {
  const takesTwo = bringing(workflow, profile).some(({ files }) => mayBringSeveral(files));
  return takesTwo || hasFilesOfSeveral(workflow, profile);
}

/** False where each action that takes files looks into them, so that none can be empty. */
export function hasEmptyFiles(workflow: WorkflowDescription, profile: Profile): boolean {
  return bringing(workflow, profile).some(({ files }) => filePolicy(files).genuine !== true);
}

/** False where no trace of the workflow can have three actions: one that grows behind a page of the first. */
export function hasThreeActions(workflow: WorkflowDescription, profile: Profile): boolean {
  return someTrace(workflow, profile, (done) => done.length > 2);
}

/** The actions that may bring files, as far as is known. */
function bringing(workflow: WorkflowDescription, profile: Profile): readonly ActionDescription[] {
  const gating = readingOf(profile, "action-gating");
  return workflow.actions.filter(
    ({ key, files }) => mayBringFiles(files) && contentDeciding(gating, workflow.id, key) !== "with-files",
  );
}

/** Whether some trace of the workflow may hold such actions: keys in their order, that of the creation first. */
function someTrace(
  workflow: WorkflowDescription,
  profile: Profile,
  isSo: (done: readonly string[]) => boolean,
): boolean {
  const { untried = {} } = readingOf(profile, "action-gating") ?? {};
  const known = processOf(profile, workflow);
  // Beside sequences that were taken there may be any other.
  const rules = known?.paths ? undefined : known;
  const anywhere = getOwn(untried, workflow.id) ?? [];
  const seen = new Set<string>();
  const open = workflow.actions.filter(({ creates }) => creates).map(({ key }) => [key]);
  for (let done = open.pop(); done; done = open.pop()) {
    if (isSo(done)) return true;
    const place = `${done.toSorted().join(" ")} after ${done.at(-1) ?? ""}`;
    if (seen.has(place) || done.length > mostActions) continue;
    seen.add(place);
    if (seen.size > mostPlaces) return true;
    const next = new Set([...followers(rules, workflow, done).map(({ key }) => key), ...anywhere]);
    const before = done;
    open.push(...[...next].map((key) => [...before, key]));
  }
  return false;
}
