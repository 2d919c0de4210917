import type { Json, JsonObject } from "../core/json.ts";
import { getOwn, setOwn } from "../core/json.ts";
import type { LinkRecord, Progress, TraceRecord } from "../core/records.ts";
import { badRequest } from "../core/refusal.ts";
import type { ActionDefinition, WorkflowDefinition } from "../identity/directory.ts";

/** Of each group the keys of the actions that it may do next. */
export type NextActions = Readonly<Record<string, readonly string[]>>;

/** How a workflow that is a process gates its actions, and how it shows where a trace stands. Open point `process`. */
export interface ProcessPolicy {
  /** What may come next. */
  next(workflow: WorkflowDefinition, trace: TraceRecord): NextActions;
  /** The state of a trace of a process. @param state as it is shown for any trace */
  show(state: JsonObject, trace: TraceRecord, next: NextActions): JsonObject;
  /** What is kept of a trace's progress once an action was added. */
  advance(before: Progress, action: ActionDefinition, link: LinkRecord): Progress;
  /** The refusal of an action that may not come next. */
  refusal(key: string, group: string): Error;
}

/** The rules of the seed file; the state lists what may come next by group, and shows what the actions amounted to. */
export const listedProcess: ProcessPolicy = {
  next: (workflow, trace) => byRules(workflow, trace.progress.done),
  show: (state, trace, next) => ({ ...state, nextActions: asJson(next), totals: trace.progress.totals }),
  advance: ({ done, totals }, action, link) => ({
    done: { ...done, [action.key]: (done[action.key] ?? 0) + 1 },
    totals: totalled(totals, action, link.data),
  }),
  refusal: (key, group) => badRequest("action-not-allowed-now", `${group} may not do ${key} now`, "actionKey"),
};

/** The progress of a trace to which nothing was done yet. */
export const noProgress: Progress = { done: {}, totals: {} };

/** The actions that `after`, `atMost` and `ends` allow, of every group that the workflow has. */
function byRules(workflow: WorkflowDefinition, done: Progress["done"]): NextActions {
  const actions = [...workflow.actions.values()];
  const times = (key: string): number => done[key] ?? 0;
  const ended = actions.some(({ key, ends }) => ends && times(key) > 0);
  const allowed = ({ key, appends, after, atMost }: ActionDefinition): boolean =>
    !ended && appends && times(key) < atMost && after.every((earlier) => times(earlier) > 0);
  const groups = [...new Set(actions.flatMap((action) => action.groups))];
  const keysOf = (group: string): string[] =>
    actions.filter((action) => action.groups.includes(group) && allowed(action)).map(({ key }) => key);
  return Object.fromEntries(groups.map((group) => [group, keysOf(group)]));
}

/** The lists as plain JSON. */
const asJson = (next: NextActions): JsonObject =>
  Object.fromEntries(Object.entries(next).map(([group, keys]): [string, Json] => [group, [...keys]]));

function totalled(totals: JsonObject, { counts, adds }: ActionDefinition, data: JsonObject): JsonObject {
  const after = { ...totals };
  const add = (member: string, amount: Json | undefined): void => {
    const sum = getOwn(after, member);
    if (typeof amount === "number") setOwn(after, member, (typeof sum === "number" ? sum : 0) + amount);
  };
  if (counts !== undefined) add(counts, 1);
  for (const [member, from] of Object.entries(adds)) add(member, getOwn(data, from));
  return after;
}
