/** Steps `create` and `act`. */
import type { OperationKind } from "../../../spec/operations.ts";
import { createdTraceOf, outcomeOf } from "../../../spec/readings/outcome.ts";
import type { ActionIntent, Defect, Exchange, Intent } from "../../../spec/vocabulary/history.ts";
import { markIn } from "../../../spec/readings/mark.ts";
import type { Json } from "../../../spec/vocabulary/json.ts";
import type { ActionField, ActStep, CreateStep, WalkStep } from "../../../spec/vocabulary/script.ts";
import type { ActionDescription, WorkflowDescription } from "../../../spec/vocabulary/target.ts";
import type { ActionFields } from "../../faces/action-parts.ts";
import { appliesTo } from "../../faces/body-defects.ts";
import { actionRequest, operationFor } from "../../faces/build.ts";
import { filePartOf, sentFileOf } from "../content.ts";
import { resolveTrace, type Resolved } from "../references.ts";
import type { ActionRecord, ScriptRun } from "../script-run.ts";
import { send } from "../send.ts";
import type { Session } from "../session.ts";
import { UnsentStep } from "../unsent.ts";

type ActionInput = Pick<
  CreateStep,
  "data" | "markAt" | "files" | "filesFirst" | "workflow" | "action" | "omit" | "replace"
>;

export async function create(session: Session, run: ScriptRun, step: CreateStep, at: string): Promise<void> {
  const action = await perform(session, run, step, step, at);
  run.remember(step, { kind: "action", action });
}

export async function act(session: Session, run: ScriptRun, step: ActStep, at: string): Promise<void> {
  const trace = resolveTrace(session, run, step.trace);
  const action = await perform(session, run, step, step, at, trace);
  run.remember(step, { kind: "action", action });
}

/** Sends the creation, or the action when a trace is given. */
export async function perform(
  session: Session,
  run: ScriptRun,
  step: CreateStep | ActStep | WalkStep,
  input: ActionInput,
  at: string,
  trace?: Resolved<string>,
): Promise<ActionRecord> {
  const kind = trace ? "act" : "create";
  const operation = operationFor(kind, step.face);
  const workflow = workflowOf(session, input.workflow ?? 0);
  const description = actionOf(workflow, kind, input.action);
  const { fields, defects } = fieldsOf(workflow, description, input);
  const parts = (input.files ?? []).map(filePartOf);
  const files = parts.map(sentFileOf);
  const body = step.op !== "walk" && step.body && appliesTo(step.body, operation) ? step.body : undefined;
  if (body) defects.push({ where: "body", what: body.kind });
  const { data, ...sent } = fields;
  const intent: ActionIntent = {
    data: data ?? input.data,
    ...(input.markAt ? { markAt: input.markAt } : {}),
    files,
    ...sent,
    workflow: input.workflow ?? 0,
    ...(step.as === undefined ? {} : { label: step.as }),
  };
  const exchange = await send(session, run, {
    at,
    step,
    request: actionRequest(operation, trace?.value, fields, parts, body, input.filesFirst),
    intent: (trace ? { kind, traceId: trace.value, ...intent } : { kind, ...intent }) as Intent,
    defects: [...(trace?.defects ?? []), ...defects],
  });
  const mark = markIn(intent.data, intent.markAt);
  const record = {
    exchange: exchange.index,
    specs: input.files ?? [],
    files,
    data: intent.data,
    ...(mark === undefined ? {} : { mark }),
    sentAtMs: exchange.sentAtMs,
    receivedAtMs: exchange.receivedAtMs,
  };
  return finish(session, run, exchange, record, trace?.value);
}

function finish(
  session: Session,
  run: ScriptRun,
  exchange: Exchange,
  record: Omit<ActionRecord, "traceId" | "failed">,
  trace: string | undefined,
): ActionRecord {
  const outcome = outcomeOf(exchange);
  const traceId = outcome === "succeeded" ? (trace ?? createdTraceOf(exchange)) : undefined;
  if (traceId === undefined) {
    const { response, failure } = exchange;
    const status = response ? `status ${String(response.status)}` : (failure?.message ?? "");
    const failed = outcome === "succeeded" ? `${status}, but no trace id in the response` : status;
    return { ...record, failed, refused: outcome === "refused" };
  }
  if (trace === undefined) {
    session.traces.add(traceId);
    session.stats.traceCreated(traceId);
  }
  const action: ActionRecord = { ...record, traceId };
  run.actionAppended(action);
  return action;
}

export function workflowOf(session: Session, index: number): WorkflowDescription {
  const { workflows, name } = session.environment;
  const workflow = workflows[index];
  if (workflow) return workflow;
  const configured = `environment "${name}" has ${String(workflows.length)} of them`;
  throw new UnsentStep(`workflow ${String(index)} is not configured (${configured}); add it under workflows`);
}

function actionOf(workflow: WorkflowDescription, kind: OperationKind, key: string | undefined): ActionDescription {
  const fits = (action: ActionDescription): boolean => (kind === "create" ? action.creates : action.appends);
  const action = workflow.actions.find((candidate) => (key === undefined ? fits(candidate) : candidate.key === key));
  if (action) return action;
  const wanted = key === undefined ? `that ${kind === "create" ? "creates" : "appends"}` : `with key "${key}"`;
  throw new UnsentStep(`workflow ${workflow.id} has no action ${wanted}; add it under workflows[].actions`);
}

function fieldsOf(
  workflow: WorkflowDescription,
  action: ActionDescription,
  input: ActionInput,
): { fields: ActionFields; defects: Defect[] } {
  const defects: Defect[] = [];
  const right: Record<ActionField, Json> = {
    data: input.data,
    actionKey: action.key,
    workflowId: workflow.id,
    groupLabel: action.groupLabel,
  };
  const fields: { [field in ActionField]?: Json } = {};
  for (const field of ["data", "actionKey", "workflowId", "groupLabel"] as const) {
    if (input.omit?.includes(field) === true) {
      defects.push({ where: "field", what: `omit:${field}` });
      continue;
    }
    const literal = input.replace?.[field];
    if (literal !== undefined) defects.push({ where: "field", what: `replace:${field}` });
    fields[field] = literal === undefined ? right[field] : literal;
  }
  return { fields, defects };
}
