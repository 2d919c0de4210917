import {
  actionInput,
  fittingAction,
  isOpen,
  mapSteps,
  pruneScript,
  sampled,
  seedFrom,
} from "../../../generators/index.ts";
import { isJsonObject, type JsonObject } from "../../../spec/vocabulary/json.ts";
import type { OperationStep, Script } from "../../../spec/vocabulary/script.ts";
import type { SuiteContext } from "../context.ts";

/**
 * Every creation and action under the configured action that suits it best, its data following that action's schema.
 * Where a schema leaves no room for the marks, searches by them are taken out.
 */
export function followSchemas(context: SuiteContext, script: Script): Script {
  let closed = false;
  const followed = mapSteps(script, (step, place): OperationStep => {
    if (step.op !== "create" && step.op !== "act") return growth(context, script, step, place);
    const action = fittingAction(context.target.workflows[step.workflow ?? 0], step.op);
    if (!action || step.action !== undefined) return step;
    if (!action.dataSchema) return { ...step, action: action.key };
    closed ||= !isOpen(action);
    return {
      ...step,
      action: action.key,
      data: followedData(context, script, place, action, step.data),
      features: kept(step, action),
    };
  });
  if (!closed) return followed;
  return pruneScript(
    followed,
    (step) => !(step.op === "search" && isJsonObject(step.filters) && "tcMark" in step.filters),
  );
}

type Action = NonNullable<ReturnType<typeof fittingAction>>;

/** A closed schema leaves no unusual data; the unusual files stay. */
function kept(step: OperationStep, action: Action): readonly string[] {
  return (step.features ?? []).filter((feature) => isOpen(action) || !feature.startsWith("data."));
}

function followedData(
  context: SuiteContext,
  script: Script,
  place: string,
  action: Action,
  data: JsonObject,
): JsonObject {
  const seed = seedFrom(context.seed, script.id, place);
  return sampled(actionInput(action, data), { seed, count: 1 })[0] ?? data;
}

function growth(context: SuiteContext, script: Script, step: OperationStep, place: string): OperationStep {
  if (step.op !== "walk" || !step.actAfterFirstPage) return step;
  const input = step.actAfterFirstPage;
  const action = fittingAction(context.target.workflows[input.workflow ?? 0], "act");
  if (!action) return step;
  const data = followedData(context, script, place, action, input.data);
  return { ...step, actAfterFirstPage: { ...input, action: action.key, data } };
}
