/** Adapts the scripts of probes to the process of the target: actions that may come, with data that they take. */
import {
  fitData,
  followProcess,
  type KeptOnWay,
  keptOnWays,
  mapSteps,
  markerMembers,
  turnsIn,
  withFilesWanted,
  withOwnTexts,
} from "../../generators/index.ts";
import { followsSchema } from "../../spec/data-schemas/follows.ts";
import { keptIn } from "../../spec/data-schemas/kept-values.ts";
import { membersOnceEach } from "../../spec/data-schemas/once-each.ts";
import { workflowsWithForms } from "../../spec/readings/forms.ts";
import type { History } from "../../spec/vocabulary/history.ts";
import { placedSteps } from "../../spec/vocabulary/placed-steps.ts";
import type { Profile } from "../../spec/vocabulary/profile.ts";
import type { ActStep, CreateStep, OperationStep, Script } from "../../spec/vocabulary/script.ts";
import type { ActionDescription } from "../../spec/vocabulary/target.ts";
import type { ProbeDriver } from "../probe-driver.ts";
import { inOrder, knownTraces } from "../seen/known-traces.ts";

/**
 * The script with actions that the process allows at their places, each with data that fit its form. Scripts that try
 * out the process itself stay as they are.
 */
export function followed(script: Script, profile: Profile, driver: ProbeDriver, histories: readonly History[]): Script {
  const workflows = workflowsWithForms(driver.target.workflows, profile);
  if (placedSteps(script).some(({ step }) => step.candidateFor === "action-gating")) return script;
  const context = { runId: driver.runId, workflows, profile };
  const asked = new Map(placedSteps(script).map(({ step }) => [JSON.stringify(dataOf(step)), actionOf(step)]));
  const done = (traceId: string) => {
    const trace = knownTraces(inOrder(histories)).get(traceId);
    return trace && { workflow: trace.workflow, keys: trace.actions.map(({ actionKey }) => actionKey) };
  };
  const timesDone = (traceId: string, key: string): number =>
    done(traceId)?.keys.filter((one) => one === key).length ?? 0;
  const adapted = followProcess({ ...context, done }, script);
  const files = (fitted: Script): Script => withFilesWanted({ runId: driver.runId, workflows }, fitted);
  if (adapted === script) return files(script);
  const [turns, ways] = [turnsIn(adapted, timesDone), keptOnWays({ workflows, profile, done }, adapted)];
  const withData = mapSteps(adapted, (step, place) => {
    if (step.op !== "create" && step.op !== "act") return step;
    const action = workflows[step.workflow ?? 0]?.actions.find(({ key }) => key === step.action);
    const isAsked = asked.get(JSON.stringify(dataOf(step))) === step.action;
    const { asTaken, ...onWay } = ways.get(place) ?? {};
    const kept = asTaken ? { ...onWay, with: { ...asTaken, ...onWay.with } } : ways.get(place);
    const isInTurn = action?.inTurn === true || membersOnceEach(action?.dataSchema).size > 0;
    if (isAsked && !isInTurn) return kept ? withKept(step, action, asTaken ? { ...kept, asTaken } : kept) : step;
    const { data: fitted, markerAt } = fitData(action, { data: step.data, turn: turns.get(place), kept });
    // Data made for another action have their marker elsewhere, so no text of theirs is unique yet.
    const hasMarker = Object.hasOwn(step.data, markerMembers.marker);
    const own = hasMarker ? fitted : withOwnTexts(action, fitted, markerAt, `${JSON.stringify(step.data)} ${place}`);
    const data = { ...own, ...asTaken };
    const { markerAt: _, ...others } = step;
    return { ...others, data, ...(markerAt ? { markerAt } : {}) };
  });
  return files(withData);
}

/**
 * The step with its deciding members set to the values of the way. Where the form has no room for them beside the data
 * of the step, new data are made and only the marker is taken over.
 */
function withKept<Write extends CreateStep | ActStep>(
  step: Write,
  action: ActionDescription | undefined,
  kept: KeptOnWay,
): Write {
  const schema = action?.dataSchema;
  const data = keptIn(step.data, kept);
  if (!schema || kept.asTaken || followsSchema(schema, data)) return { ...step, data };
  const [marker] = step.markerAt ?? [];
  const drawn = fitData(action, { data: { of: JSON.stringify(step.data) }, kept }).data;
  const marked = marker === undefined ? drawn : { ...drawn, [marker]: step.data[marker] ?? null };
  return followsSchema(schema, marked) ? { ...step, data: marked } : step;
}

function dataOf(step: OperationStep): unknown {
  return step.op === "create" || step.op === "act" ? step.data : undefined;
}

function actionOf(step: OperationStep): string | undefined {
  return step.op === "create" || step.op === "act" ? step.action : undefined;
}
