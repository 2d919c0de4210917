import { principalOf } from "../core/call.ts";
import type { Call } from "../core/call.ts";
import type { JsonObject } from "../core/json.ts";
import { badRequest, forbidden, notFound } from "../core/refusal.ts";
import type { TraceRecord, WorkflowItem } from "../core/records.ts";
import type { Context } from "../hooks/hooks.ts";
import { workflowItem } from "../identity/directory.ts";
import { unknownTrace } from "./traces.ts";

/** The state of a trace. */
export async function traceState(context: Context, call: Call, traceId: string): Promise<JsonObject> {
  const { hooks } = context;
  const trace = await hooks.trace(call, traceId);
  if (trace === undefined || !hooks.maySee(call, trace.organization)) throw unknownTrace(traceId);
  return shownState(context, call, trace);
}

/** What clients get as the state of a trace that they may see. */
export function shownState({ hooks, directory }: Context, call: Call, trace: TraceRecord): JsonObject {
  const state = hooks.presentState(call, trace);
  const workflow = directory.workflow(trace.workflowId);
  if (workflow?.isProcess !== true) return state;
  return hooks.presentProcess(call, state, trace, hooks.next(call, workflow, trace));
}

/** The ids of the traces that match. @param workflowKey id or name, as the policy takes it */
export async function searchTraces(
  { hooks, policy, directory }: Context,
  call: Call,
  workflowKey: string,
  filters: JsonObject,
): Promise<string[]> {
  const { organization } = principalOf(call);
  const workflow = policy.workflowKey.find(directory, organization, workflowKey, call.face);
  if (workflow === undefined) throw notFound("unknown-workflow", `no workflow ${workflowKey}`, "path.workflowId");
  const conditions = policy.filters.conditions(hooks.readFilters(call, filters));
  if (conditions.length > policy.limits.filters) {
    throw badRequest("too-many-filters", `wanted at most ${String(policy.limits.filters)} filters`, "body.filters");
  }
  return await hooks.search(call, { organization, workflowId: workflow.id, conditions });
}

/** The workflows of an organization. */
export function listWorkflows({ hooks, directory }: Context, call: Call, organization: string): WorkflowItem[] {
  if (!directory.organizations.has(organization)) {
    throw notFound("unknown-organization", `no organization ${organization}`, "path");
  }
  if (!hooks.maySee(call, organization)) {
    throw forbidden("other-organization", `the user does not belong to ${organization}`, "path");
  }
  return hooks.workflows(call, directory.workflowsOf(organization).map(workflowItem));
}
