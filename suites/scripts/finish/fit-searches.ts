import { mapSteps } from "../../../generators/index.ts";
import { placedSteps } from "../../../spec/vocabulary/placed-steps.ts";
import { heldKeys, matchAfter } from "../../../checks/model/searches/matching.ts";
import { isJsonObject, type Json } from "../../../spec/json.ts";
import type { OpenPointValues } from "../../../spec/vocabulary/profile.ts";
import { stateReadingOf } from "../../../spec/readings/state-data.ts";
import { isByOwnName, namesInState } from "../../../spec/readings/state-names.ts";
import type { FoldedAction } from "../../../spec/readings/state-fold.ts";
import type { ActStep, CreateStep, Script, SearchStep, TraceRef } from "../../../spec/vocabulary/script.ts";
import type { SuiteContext } from "../context.ts";

/**
 * Searches wait only for what the target's reading says will come; waiting for anything else takes the whole lag. What a
 * trace's data will be is told by the same model that judges the answer.
 */
export function fitSearches(context: SuiteContext, script: Script): Script {
  return mapSteps(script, (step) => {
    if (step.op !== "search" || !step.until) return step;
    const { until, ...once } = step;
    const keys = heldKeys(context.profile, searchedIn(context, step));
    // What a search tries out is waited for: nobody knows yet what it will find.
    if (step.candidateFor) return step;
    if (!keys || !isJsonObject(step.filters)) return once;
    const matches = (trace: TraceRef) => matchAt(context, script, step, trace, keys);
    const includes = until.includes?.filter((trace) => matches(trace) === "all") ?? [];
    const excludes = until.excludes?.filter((trace) => ["none", "some"].includes(matches(trace))) ?? [];
    return { ...once, until: { includes, excludes } };
  });
}

/** The workflow that is searched; undefined for one that is not configured. */
const searchedIn = ({ target }: SuiteContext, { workflow = 0 }: SearchStep) =>
  typeof workflow === "number" ? target.workflows[workflow] : undefined;

/** How the trace's data match when the search is reached, were everything before it accepted. */
function matchAt(
  context: SuiteContext,
  script: Script,
  search: SearchStep,
  trace: TraceRef,
  keys: OpenPointValues["search-keys"],
) {
  const actions: FoldedAction[] = [];
  for (const { step } of placedSteps(script)) {
    if (step === search) break;
    const own =
      step.op === "create"
        ? step.as !== undefined && trace === `$${step.as}`
        : step.op === "act" && step.trace === trace;
    if (own && (step.op === "create" || step.op === "act") && !step.token && !step.body)
      actions.push(folded(context, step));
  }
  const filters = search.filters;
  if (actions.length === 0 || !isJsonObject(filters)) return "unknown";
  if (isByOwnName(filters, namesInState(context.target, context.profile))) return "unknown";
  const reading = stateReadingOf(context.profile, searchedIn(context, search));
  return matchAfter(filters, actions, context.profile, reading, keys);
}

function folded({ target }: SuiteContext, step: CreateStep | ActStep): FoldedAction {
  const actions = target.workflows[step.workflow ?? 0]?.actions ?? [];
  const fits = actions.find(({ key, creates, appends }) =>
    step.action === undefined ? (step.op === "create" ? creates : appends) : key === step.action,
  );
  const data: Json = step.data;
  return { data, actionKey: fits?.key ?? "", groupLabel: fits?.groupLabel ?? "" };
}
