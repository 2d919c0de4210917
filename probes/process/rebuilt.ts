/**
 * Builds traces again as they stood at some exchange: the same actions with the same data, but new markers and files.
 * Probes use them to ask more at places that are hard to reach.
 */
import { isDeepStrictEqual } from "node:util";
import { withValueAt } from "../../spec/json-walks.ts";
import { isAction, isWriteTo, traceOf } from "../../spec/readings/actions.ts";
import { markerIn, shortRun } from "../../spec/readings/marker.ts";
import { faces } from "../../spec/operations.ts";
import { askable } from "../../spec/readings/page-size.ts";
import { endOf } from "../../spec/readings/file-policy.ts";
import { createdTraceOf, succeeded } from "../../spec/readings/outcome.ts";
import { isJsonObject } from "../../spec/json.ts";
import { withTexts } from "../../spec/readings/shown-values.ts";
import type { ActionIntent, Exchange, History, SentFile } from "../../spec/vocabulary/history.ts";
import type { Profile } from "../../spec/vocabulary/profile.ts";
import type { ActStep, CreateStep, FileSpec, OperationStep } from "../../spec/vocabulary/script.ts";
import type { ActionDescription, WorkflowDescription } from "../../spec/vocabulary/target.ts";
import { fileOfType, fittedFiles, markerMembers, withOwnTexts } from "../../generators/index.ts";
import { actionData, fitting } from "../fixture/fixture-data.ts";

/** A trace with more actions than this is not built again. */
const longestRebuilt = 60;

export type Write = CreateStep | ActStep;

/** The steps that bring a new trace to the place of an action, and the action itself. */
export interface Rebuilt {
  /** The creation of the trace `$again` and its accepted actions. */
  readonly steps: readonly Write[];
  /** The action at that place, e.g. one that was refused. */
  readonly refused: ActStep;
}

/**
 * The steps up to this action and the action itself; undefined where the history does not hold the whole trace, or it
 * is too long.
 */
export function rebuilt(
  runId: string,
  workflow: WorkflowDescription,
  { exchanges }: Pick<History, "exchanges">,
  refused: Exchange,
): Rebuilt | undefined {
  const accepted = acceptedBefore(exchanges, refused);
  if (accepted.length === 0 || accepted.length > longestRebuilt) return undefined;
  const steps = [...accepted, refused].flatMap((one) => sameAgain(runId, workflow, one, one !== refused) ?? []);
  const last = steps.pop();
  return steps.length === accepted.length && last?.op === "act" ? { steps, refused: last } : undefined;
}

/** Puts the steps on a trace with this label: the writes, and the action behind them. */
export function onTrace(
  again: Rebuilt | undefined,
  label: string,
): { readonly writes: readonly Write[]; readonly last: ActStep } | undefined {
  if (!again) return undefined;
  const writes = again.steps.map((write): Write =>
    write.op === "create" ? { ...write, as: label.slice(1) } : { ...write, trace: label },
  );
  return { writes, last: { ...again.refused, trace: label } };
}

/** The configured description of the action that this exchange appends. */
export function appendedBy({ actions }: WorkflowDescription, { intent }: Exchange): ActionDescription | undefined {
  return actions.find(({ key, appends }) => appends && intent.kind === "act" && key === intent.actionKey);
}

/** The id of the trace that the first of these created, where at least `least` answers came and all succeeded. */
export function traceBuilt(answers: readonly Exchange[], least = 1): string | undefined {
  const [created] = answers;
  return created && answers.length >= least && answers.every(succeeded) ? createdTraceOf(created) : undefined;
}

/** The creation of `$again` and all that was accepted on this trace; undefined where it is too long. */
export function builtAgain(
  runId: string,
  workflow: WorkflowDescription,
  { exchanges }: Pick<History, "exchanges">,
  created: Exchange,
): readonly Write[] | undefined {
  const id = createdTraceOf(created);
  const accepted = exchanges.filter(
    (one) =>
      one === created ||
      (one.intent.kind === "act" && one.intent.traceId === id && succeeded(one) && one.defects.length === 0),
  );
  const steps = accepted.flatMap((one) => sameAgain(runId, workflow, one) ?? []);
  return accepted.length <= longestRebuilt && steps.length === accepted.length ? steps : undefined;
}

/** A longer trace is not built again just to look at what it lists. */
const longestUpTo = 30;

/** The creation of `$again` and the actions accepted before this refusal, without their files. */
export function stepsUpTo(
  runId: string,
  workflow: WorkflowDescription,
  { exchanges }: History,
  refused: Exchange,
): readonly Write[] {
  const accepted = acceptedBefore(exchanges, refused);
  if (accepted.length > longestUpTo) return [];
  return accepted.flatMap((one) => {
    const write = sameAgain(runId, workflow, one);
    if (!write) return [];
    const { files: _, ...bare } = write;
    return [bare];
  });
}

/**
 * The creation of `$again` and all that was accepted on the trace before this read, without files; no steps where the
 * creation is unknown.
 */
export function stepsUntil(
  runId: string,
  workflows: readonly WorkflowDescription[],
  exchanges: readonly Exchange[],
  read: Exchange,
): { readonly steps: readonly Write[]; readonly workflow: WorkflowDescription | undefined } {
  const traceId = traceOf(read) ?? "";
  const accepted = exchanges.filter(
    (one) => isWriteTo(one, traceId) && succeeded(one) && one.defects.length === 0 && one.receivedAtMs <= read.sentAtMs,
  );
  const created = accepted[0]?.intent;
  const workflow = created?.kind === "create" ? workflows[created.workflow ?? -1] : undefined;
  if (!workflow || accepted.length > longestUpTo) return { steps: [], workflow };
  const steps = accepted.flatMap((one) => {
    const { files: _, ...bare } = sameAgain(runId, workflow, one) ?? {};
    return "op" in bare ? [bare as Write] : [];
  });
  return { steps, workflow };
}

/**
 * The creation of the trace and the actions accepted before this action; none where the exchanges do not hold the
 * creation.
 */
export function acceptedBefore(exchanges: readonly Exchange[], refused: Exchange): readonly Exchange[] {
  if (refused.intent.kind !== "act") return [];
  const { traceId } = refused.intent;
  // A parallel action may have come after any of those sent beside it.
  const isBefore = (one: Exchange): boolean =>
    refused.parallel === true ? one.sentAtMs < refused.receivedAtMs : one.receivedAtMs <= refused.sentAtMs;
  const accepted = exchanges.filter(
    (one) => isBefore(one) && isWriteTo(one, traceId) && succeeded(one) && one.defects.length === 0,
  );
  return accepted[0]?.intent.kind === "create" ? accepted : [];
}

/**
 * The same write with a marker and files of its own.
 * @param isTaken true where its files were accepted, so that they are of a kind that the action takes
 */
function sameAgain(
  runId: string,
  workflow: WorkflowDescription,
  exchange: Exchange,
  isTaken = true,
): Write | undefined {
  const { intent, face, actor, by } = exchange;
  if (!isAction(intent) || typeof intent.actionKey !== "string") return undefined;
  const { actionKey: action, markerAt, data } = intent;
  if (!isJsonObject(data)) return undefined;
  const description = workflow.actions.find(({ key }) => key === action);
  // A value that the service made differs on each trace, so the reference to it is sent again, not the value.
  const write = { data: withTexts(data, intent.stoodFor ?? {}), ...(markerAt ? { markerAt } : {}) };
  const like = intent.files.map((file, number) => likeIt(runId, exchange, file, number));
  const files = isTaken || intent.files.every(isOfItsType) ? fittedFiles(description?.files, like) : like;
  // The marker is unique, so that a search by it does not find traces of another probe.
  const markerName = `rebuilt${markerAt ? "" : `-${shortRun(runId)}-`}${String(exchange.index)}-`;
  const common = {
    ...{ face, actor: by ?? actor, workflow: intent.workflow, action, candidateFor: "action-gating" as const },
    ...groupOf(workflow, intent),
    ...withOwnMarker(runId, description, write, markerName),
    ...(files.length > 0 ? { files } : {}),
  };
  return intent.kind === "create"
    ? { op: "create", as: "again", ...common }
    : { op: "act", trace: "$again", ...common };
}

/** The group for which an action was sent, where several groups may do it. */
function groupOf({ actions }: WorkflowDescription, { actionKey, groupLabel }: ActionIntent): Pick<Write, "group"> {
  const isOpenToSeveral = actions.filter(({ key }) => key === actionKey).length > 1;
  return isOpenToSeveral && typeof groupLabel === "string" ? { group: groupLabel } : {};
}

/** True for a file whose content type is the usual one of its extension: it was made as such a file. */
const isOfItsType = ({ fileName, contentType }: SentFile): boolean =>
  fileOfType(endOf(fileName), "").contentType === contentType;

/** A file of the same name with other bytes. */
function likeIt(runId: string, { index }: Exchange, { partName, fileName }: SentFile, number: number): FileSpec {
  const text = `Sent again in ${runId}: ${String(index)}, ${String(number)}`;
  return { partName, fileName: fileName ?? "again.txt", content: { text } };
}

/** The members that mark data of an action without a form. */
const ofMarker: ReadonlySet<string> = new Set(Object.values(markerMembers));

/**
 * The same data with a new marker at the place of the former one; without a marker where the form, as known by now, has
 * no room for one.
 * @param name of the marker, which must be unique
 */
export function withOwnMarker<Sent extends Pick<Write, "data" | "markerAt">>(
  runId: string,
  action: ActionDescription | undefined,
  sent: Sent,
  name: string,
): Sent {
  const { data, markerAt } = sent;
  const wanted = actionData(runId, name, 0);
  const own = withOwnTexts(action, data, markerAt, `${runId} ${name}`);
  if (markerAt === undefined) {
    const marks = Object.entries(wanted).filter(([member]) => ofMarker.has(member) && Object.hasOwn(own, member));
    return { ...sent, data: { ...own, ...Object.fromEntries(marks) } };
  }
  const fitted = fitting(action, wanted);
  const text = markerIn(fitted.data, markerAt);
  if (text === undefined) return { ...sent, data: own };
  const marked = { ...sent, data: withValueAt(own, markerAt, text) };
  if (isDeepStrictEqual(fitted.markerAt, markerAt)) return marked;
  const { markerAt: _, ...unmarked } = marked;
  return unmarked as Sent;
}

/** Data that were sent before, with a new marker. */
export function dataAgain(
  runId: string,
  action: ActionDescription,
  { intent }: Exchange,
  name: string,
): Pick<Write, "data" | "markerAt"> | undefined {
  if (!isAction(intent) || !isJsonObject(intent.data)) return undefined;
  const markerAt = intent.markerAt ? { markerAt: intent.markerAt } : {};
  const data = withTexts(intent.data, intent.stoodFor ?? {});
  return withOwnMarker(runId, action, { data, ...markerAt }, name);
}

/** Reads a trace through both faces: its state, and one page with so many links. */
export function readsOf(trace: string, profile: Profile, links: number): readonly OperationStep[] {
  return faces.flatMap((face): readonly OperationStep[] => [
    { op: "state", face, trace },
    { op: "details", face, trace, page: { first: askable(profile, face, links) } },
  ]);
}
