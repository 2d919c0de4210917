/** Steps `create` and `act`. */
import type { OperationKind } from "../../spec/operations.ts";
import { isFailedEffect } from "../../spec/readings/failed-effect.ts";
import { listedIn, listingOf, lists } from "../../spec/readings/listed-next.ts";
import { createdTraceOf, outcomeOf, payloadMember, succeeded } from "../../spec/readings/outcome.ts";
import type { ActionIntent, Defect, Exchange, Intent } from "../../spec/vocabulary/history.ts";
import { markerIn } from "../../spec/readings/marker.ts";
import type { Json } from "../../spec/json.ts";
import type { PlacedStep } from "../../spec/vocabulary/placed-steps.ts";
import type { ActionField, ActStep, CreateStep, WalkStep } from "../../spec/vocabulary/script.ts";
import { readingOf, type Profile } from "../../spec/vocabulary/profile.ts";
import type { ActionDescription, WorkflowDescription } from "../../spec/vocabulary/target.ts";
import type { ActionFields } from "../faces/action-parts.ts";
import { appliesTo } from "../faces/body-defects.ts";
import { actionRequest, operationFor } from "../faces/build.ts";
import { filePartOf, sentFileOf } from "../execute/content.ts";
import { resolveTrace, type Resolved } from "../execute/references.ts";
import type { SentAction, ScriptRun } from "../execute/script-run.ts";
import { send } from "../execute/send.ts";
import type { Connection } from "../execute/connection.ts";
import type { Thing } from "../execute/named-things.ts";
import { withTexts } from "../../spec/readings/shown-values.ts";
import { shownInPlace } from "./shown-values.ts";
import { UnsentStep } from "../execute/unsent.ts";

/** So often an action is sent again whose effect fails at times. */
const mostAgain = 2;

type ActionInput = Pick<
  CreateStep,
  "data" | "markerAt" | "files" | "filesFirst" | "workflow" | "action" | "group" | "omit" | "replace"
>;

export async function create(connection: Connection, run: ScriptRun, step: CreateStep, at: PlacedStep): Promise<void> {
  const action = await perform(connection, run, step, step, at);
  run.remember(step, { kind: "action", action });
}

export async function act(connection: Connection, run: ScriptRun, step: ActStep, at: PlacedStep): Promise<void> {
  const trace = resolveTrace(connection, run, step.trace);
  const wanted = step.unlisted ? false : step.listed;
  if (wanted !== undefined && isListed(connection, run, step, trace.value) !== wanted) return;
  if (step.sameThing === true && !hasNamed(connection, run, step, trace.value)) return;
  const action = await perform(connection, run, step, step, at, trace);
  run.remember(step, { kind: "action", action });
}

/** True where the state that the script read last lists the action as one that may come next. */
function isListed(connection: Connection, run: ScriptRun, step: ActStep, traceId: string): boolean {
  const workflow = workflowOf(connection, step.workflow ?? 0);
  const listing = listingOf(run.profile, workflow);
  const read = run.statesOf(traceId).at(-1);
  const listed = listing && read ? listedIn(payloadMember(read, "state"), listing) : undefined;
  const { key, groupLabel } = actionOf(workflow, "act", step, run.profile);
  return listed !== undefined && lists(listed, { key, groupLabel: step.group ?? groupLabel });
}

/** True where an action of its kind named something on the trace that the service made there, and was taken. */
function hasNamed(connection: Connection, run: ScriptRun, step: ActStep, traceId: string): boolean {
  const { key } = actionOf(workflowOf(connection, step.workflow ?? 0), "act", step, run.profile);
  return connection.things.first(traceId, key) !== undefined;
}

/** Sends the creation, or the action when a trace is given. */
export async function perform(
  connection: Connection,
  run: ScriptRun,
  step: CreateStep | ActStep | WalkStep,
  asked: ActionInput,
  at: PlacedStep,
  trace?: Resolved<string>,
): Promise<SentAction> {
  const kind = trace ? "act" : "create";
  const operation = operationFor(kind, step.face);
  const workflow = workflowOf(connection, asked.workflow ?? 0);
  const description = actionOf(workflow, kind, asked, run.profile);
  const { key: actionKey } = description;
  const shown =
    trace && step.op !== "create"
      ? await shownInPlace(connection, run, {
          ...{ step, at, workflow, action: description, traceId: trace.value, data: asked.data },
        })
      : new Map<string, Thing>();
  const input = { ...asked, data: withTexts(asked.data, namesIn(shown)) };
  const { fields, defects } = fieldsOf(workflow, description, input);
  const parts = (input.files ?? []).map(filePartOf);
  const files = parts.map(sentFileOf);
  const body = step.op !== "walk" && step.body && appliesTo(step.body, operation) ? step.body : undefined;
  if (body) defects.push({ where: "body", what: body.kind });
  const { data, ...sent } = fields;
  const intent: ActionIntent = {
    data: data ?? input.data,
    ...(input.markerAt ? { markerAt: input.markerAt } : {}),
    files,
    ...sent,
    ...(shown.size > 0 ? { stoodFor: textsBack(shown) } : {}),
    ...([...shown.values()].some(({ isGuess }) => isGuess) ? { isGuess: true } : {}),
    workflow: input.workflow ?? 0,
    ...(step.as === undefined ? {} : { label: step.as }),
  };
  const order = {
    at,
    step,
    request: actionRequest(operation, trace?.value, fields, parts, body, { ...input, ...spellingOf(step) }),
    intent: (trace ? { kind, traceId: trace.value, ...intent } : { kind, ...intent }) as Intent,
    defects: [...(trace?.defects ?? []), ...defects],
  };
  let exchange = await send(connection, run, order);
  // What its effect alone refused for now may be taken when it is sent again.
  const isForNow = (): boolean => isFailedEffect(exchange, readingOf(run.profile, "failing-effects"));
  for (let again = 0; again < mostAgain && at.branch === undefined && isForNow(); again += 1)
    exchange = await send(connection, run, order);
  // Who may not do it was not refused for what is named.
  if (trace && exchange.defects.length === 0 && exchange.response?.status !== 403)
    for (const thing of shown.values()) connection.things.answered(trace.value, actionKey, thing, succeeded(exchange));
  const marker = markerIn(intent.data, intent.markerAt);
  const record = {
    exchange: exchange.index,
    specs: input.files ?? [],
    files,
    data: intent.data,
    ...(marker === undefined ? {} : { marker }),
    sentAtMs: exchange.sentAtMs,
    receivedAtMs: exchange.receivedAtMs,
  };
  return finish(connection, run, exchange, record, trace?.value);
}

const namesIn = (shown: ReadonlyMap<string, Thing>): Readonly<Record<string, string>> =>
  Object.fromEntries([...shown].map(([text, { name }]) => [text, name]));
const textsBack = (shown: ReadonlyMap<string, Thing>): Readonly<Record<string, string>> =>
  Object.fromEntries([...shown].map(([text, { name }]) => [name, text]));

/** What a walk appends is written as usual: its pages are what the step spells. */
function spellingOf(step: CreateStep | ActStep | WalkStep): Pick<CreateStep, "spelling"> {
  return step.op === "walk" || step.spelling === undefined ? {} : { spelling: step.spelling };
}

function finish(
  connection: Connection,
  run: ScriptRun,
  exchange: Exchange,
  record: Omit<SentAction, "traceId" | "failed">,
  trace: string | undefined,
): SentAction {
  const outcome = outcomeOf(exchange);
  const traceId = outcome === "succeeded" ? (trace ?? createdTraceOf(exchange)) : undefined;
  if (traceId === undefined) {
    const { response, failure } = exchange;
    const status = response ? `status ${String(response.status)}` : (failure?.message ?? "");
    const failed = outcome === "succeeded" ? `${status}, but no trace id in the response` : status;
    return { ...record, failed, refused: outcome === "refused" };
  }
  if (trace === undefined) {
    connection.traces.add(traceId);
    connection.own.add(traceId);
  }
  const action: SentAction = { ...record, traceId };
  run.actionAppended(action);
  return action;
}

export function workflowOf(connection: Connection, index: number): WorkflowDescription {
  const { workflows, name } = connection.environment;
  const workflow = workflows[index];
  if (workflow) return workflow;
  const configured = `environment "${name}" has ${String(workflows.length)} of them`;
  throw new UnsentStep(`workflow ${String(index)} is not configured (${configured})`, "it in `workflows`");
}

function actionOf(
  workflow: WorkflowDescription,
  kind: OperationKind,
  { action: key, group }: Pick<ActionInput, "action" | "group">,
  profile: Profile,
): ActionDescription {
  const fits = (action: ActionDescription): boolean => (kind === "create" ? action.creates : action.appends);
  const fitting = workflow.actions.filter((one) => (key === undefined ? fits(one) : one.key === key));
  const ofGroup = group === undefined ? [] : fitting.filter(({ groupLabel }) => groupLabel === group);
  const [first, ...others] = ofGroup.length > 0 ? ofGroup : fitting;
  const failing = readingOf(profile, "failing-effects")?.keys ?? [];
  // Where any action will do, one whose effect fails at times would leave open what the script is to show.
  const isBetter = (one: ActionDescription): boolean => !failing.includes(one.key) && !one.dataSchema && !one.creates;
  const isSpared = key === undefined && first !== undefined && failing.includes(first.key) && !first.dataSchema;
  const action = (isSpared ? others.find(isBetter) : undefined) ?? first;
  if (action) return action;
  const wanted = key === undefined ? `that ${kind === "create" ? "creates" : "appends"}` : `with key "${key}"`;
  throw new UnsentStep(`workflow ${workflow.id} has no action ${wanted}`, "it in `workflows[].actions`");
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
      defects.push({ where: "field", member: field, what: "omitted" });
      continue;
    }
    const literal = input.replace?.[field];
    if (literal !== undefined) defects.push({ where: "field", member: field, what: "replaced" });
    fields[field] = literal === undefined ? right[field] : literal;
  }
  return { fields, defects };
}
