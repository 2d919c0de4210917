/** Whether a trace can have files of several actions, by what actions ask of their files and which may follow which. */
import type { Profile } from "../vocabulary/profile.ts";
import type { WorkflowDescription } from "../vocabulary/target.ts";
import { mayBringFiles } from "./file-policy.ts";
import { followers, processOf } from "./process.ts";

/** So many places of a process are looked at; one that has more is taken to have room. */
const mostPlaces = 2_000;

/** False where no trace of the workflow can have files of two actions. */
export function hasFilesOfSeveral(workflow: WorkflowDescription, profile: Profile): boolean {
  const takes = (key: string): boolean =>
    workflow.actions.some((action) => action.key === key && mayBringFiles(action.files));
  if (workflow.actions.every(({ files }) => files === undefined)) return true;
  const rules = processOf(profile, workflow);
  const seen = new Set<string>();
  const open = workflow.actions.filter(({ creates }) => creates).map(({ key }) => [key]);
  for (let done = open.pop(); done; done = open.pop()) {
    if (done.filter(takes).length > 1) return true;
    const place = `${done.toSorted().join(" ")} after ${done.at(-1) ?? ""}`;
    if (seen.has(place) || done.length > mostActions) continue;
    seen.add(place);
    if (seen.size > mostPlaces) return true;
    const next = rules ? followers(rules, workflow, done) : workflow.actions.filter(({ appends }) => appends);
    const before = done;
    open.push(...[...new Set(next.map(({ key }) => key))].map((key) => [...before, key]));
  }
  return false;
}

/** Traces of more actions than this are not looked at. */
const mostActions = 8;
