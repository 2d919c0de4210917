import { principalOf } from "../core/call.ts";
import type { Call } from "../core/call.ts";
import type { JsonObject } from "../core/json.ts";
import { badRequest, forbidden, notFound } from "../core/refusal.ts";
import type { TraceRecord, WorkflowItem } from "../core/records.ts";
import type { Context } from "../core/seams.ts";
import { workflowItem } from "../identity/directory.ts";
import { unknownTrace } from "./traces.ts";

/** The state of a trace. */
export async function traceState({ seams }: Context, call: Call, traceId: string): Promise<JsonObject> {
  const trace = await seams.trace(call, traceId);
  if (trace === undefined || !seams.maySee(call, trace.organization)) throw unknownTrace(traceId);
  return seams.presentState(call, trace);
}

/** The state just after a write. */
export function stateAfter({ seams }: Context, call: Call, trace: TraceRecord): JsonObject {
  return seams.presentState(call, trace);
}

/** The ids of the traces that match. @param workflowKey id or name, as the policy takes it */
export async function searchTraces(
  { seams, policy, directory }: Context,
  call: Call,
  workflowKey: string,
  filters: JsonObject,
): Promise<string[]> {
  const { organization } = principalOf(call);
  const workflow = policy.workflowKey.find(directory, organization, workflowKey, call.face);
  if (workflow === undefined) throw notFound("unknown-workflow", `no workflow ${workflowKey}`, "path.workflowId");
  const conditions = policy.filters.conditions(seams.readFilters(call, filters));
  if (conditions.length > policy.limits.filters) {
    throw badRequest("too-many-filters", `wanted at most ${String(policy.limits.filters)} filters`, "body.filters");
  }
  return await seams.search(call, { organization, workflowId: workflow.id, conditions });
}

/** The workflows of an organization. */
export function listWorkflows({ seams, directory }: Context, call: Call, organization: string): WorkflowItem[] {
  if (!directory.organizations.has(organization)) {
    throw notFound("unknown-organization", `no organization ${organization}`, "path");
  }
  if (!seams.maySee(call, organization)) {
    throw forbidden("other-organization", `the user does not belong to ${organization}`, "path");
  }
  return seams.workflows(call, directory.workflowsOf(organization).map(workflowItem));
}
