import { randomUUID } from "node:crypto";
import { principalOf } from "../core/call.ts";
import type { Call } from "../core/call.ts";
import { badRequest, notFound } from "../core/refusal.ts";
import type { ActionInput, LinkRecord, Progress, TraceRecord, TraceWrite } from "../core/records.ts";
import type { Context, HookFunctions } from "../hooks/hooks.ts";
import type { WorkflowDefinition } from "../identity/directory.ts";
import { noProgress } from "../policy/process.ts";
import { byId } from "../policy/workflow-key.ts";

/** Creates a trace with its first link. */
export async function createTrace(context: Context, call: Call, input: ActionInput): Promise<TraceWrite> {
  const { hooks } = context;
  // An absent workflow id was refused by the face, unless a variant does without it.
  const workflow = ownWorkflow(context, call, input.workflowId ?? "");
  hooks.checkAction(call, workflow, input);
  const write = composeWrite(context, call, input, workflow, undefined);
  await hooks.create(call, write);
  return await finish(context, call, write);
}

/** Appends an action to a trace. */
export async function appendAction(
  context: Context,
  call: Call,
  traceId: string,
  input: ActionInput,
): Promise<TraceWrite> {
  const { hooks } = context;
  const write = await hooks.append(call, traceId, (before) => {
    if (!hooks.maySee(call, before.organization)) throw unknownTrace(traceId);
    if (input.workflowId !== undefined && input.workflowId !== before.workflowId) {
      throw badRequest("other-workflow", `the trace belongs to workflow ${before.workflowId}`, "workflowId");
    }
    const workflow = ownWorkflow(context, call, before.workflowId);
    hooks.checkAction(call, workflow, input);
    if (workflow.isProcess) hooks.gate(call, input, before, hooks.next(call, workflow, before));
    return composeWrite(context, call, input, workflow, before);
  });
  if (write === undefined) throw unknownTrace(traceId);
  return await finish(context, call, write);
}

/** The refusal of a trace id: the same whether nobody has such a trace or another organization does. */
export const unknownTrace = (traceId: string): Error =>
  notFound("unknown-trace", `no trace ${traceId}`, "path.traceId");

function ownWorkflow({ directory }: Context, call: Call, workflowId: string): WorkflowDefinition {
  const workflow = byId(directory, principalOf(call).organization, workflowId);
  if (workflow === undefined) throw notFound("unknown-workflow", `no workflow ${workflowId}`, "workflowId");
  return workflow;
}

function composeWrite(
  { hooks, policy }: Context,
  call: Call,
  input: ActionInput,
  workflow: WorkflowDefinition,
  before: TraceRecord | undefined,
): TraceWrite {
  const now = new Date();
  const traceId = before?.traceId ?? randomUUID();
  const link: LinkRecord = {
    linkId: randomUUID(),
    traceId,
    position: (before?.linkCount ?? 0) + 1,
    actionKey: input.actionKey,
    groupLabel: input.groupLabel,
    workflowId: workflow.id,
    data: input.data,
    files: input.files,
    createdAt: now,
    createdBy: principalOf(call).userId,
  };
  const trace: TraceRecord = {
    traceId,
    organization: before?.organization ?? workflow.organization,
    workflowId: workflow.id,
    data: hooks.fold(call, before, link),
    linkCount: link.position,
    progress: progressAfter(hooks, call, workflow, before, link),
    createdAt: before?.createdAt ?? now,
    updatedAt: now,
  };
  const searchDocument = policy.filters.lagMs > 0 ? null : policy.filters.document(trace, link);
  return hooks.write(call, { trace, link, files: input.files, searchDocument });
}

function progressAfter(
  hooks: HookFunctions,
  call: Call,
  workflow: WorkflowDefinition,
  before: TraceRecord | undefined,
  link: LinkRecord,
): Progress {
  const progress = before?.progress ?? noProgress;
  const action = workflow.actions.get(link.actionKey);
  return workflow.isProcess && action !== undefined ? hooks.advance(call, progress, action, link) : progress;
}

async function finish({ hooks, policy, store, timers }: Context, call: Call, write: TraceWrite): Promise<TraceWrite> {
  if (policy.filters.lagMs > 0) {
    const timer = setTimeout(() => {
      timers.delete(timer);
      // A search that stays behind is all that a failure here costs.
      store.index(write.trace.traceId, policy.filters.document(write.trace, write.link)).catch(() => undefined);
    }, policy.filters.lagMs);
    timers.add(timer);
  }
  await hooks.written(call, write);
  return write;
}
