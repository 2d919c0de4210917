import { mapSteps } from "../../../generators/index.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../spec/json.ts";
import { namesInState, topOf } from "../../../spec/readings/state-names.ts";
import { placedSteps } from "../../../spec/vocabulary/placed-steps.ts";
import type { OperationStep, Script } from "../../../spec/vocabulary/script.ts";
import type { SuiteContext } from "../context.ts";

/**
 * What a filter means is open where the target's state has something of its own by that name. So members that a script
 * searches by are sent by another name as well, and searched for by that. Forms have names of their own, which are kept.
 */
export function avoidNames({ target, profile }: SuiteContext, script: Script): Script {
  if (target.workflows.some(({ actions }) => actions.some(({ dataSchema }) => dataSchema !== undefined))) return script;
  const taken = namesInState(target, profile);
  const steps = placedSteps(script).map(({ step }) => step);
  const sent = new Set(steps.flatMap((step) => ("data" in step ? Object.keys(step.data) : [])));
  const asked = steps.flatMap((step) => Object.keys(ownFilters(step) ?? {}).map(topOf));
  const others = new Map(
    asked
      .filter((name) => taken.has(name) && sent.has(name))
      .map((name) => [name, freeName(name, (one) => taken.has(one) || sent.has(one))]),
  );
  if (others.size === 0) return script;
  return mapSteps(script, (step) => {
    if (step.op === "create" || step.op === "act")
      return { ...step, data: { ...step.data, ...byOtherNames(step.data, others) } };
    const filters = ownFilters(step);
    return filters && step.op === "search" ? { ...step, filters: withNames(filters, others) } : step;
  });
}

/** The filters of a search that is no trial of how filters are written. */
function ownFilters(step: OperationStep): JsonObject | undefined {
  return step.op === "search" && !step.candidateFor && isJsonObject(step.filters) ? step.filters : undefined;
}

function freeName(name: string, isTaken: (name: string) => boolean): string {
  for (let number = 2; ; number++) if (!isTaken(`${name}${String(number)}`)) return `${name}${String(number)}`;
}

function byOtherNames(data: JsonObject, others: ReadonlyMap<string, string>): JsonObject {
  return withNames(Object.fromEntries(Object.entries(data).filter(([name]) => others.has(name))), others);
}

function withNames(members: JsonObject, others: ReadonlyMap<string, string>): JsonObject {
  return Object.fromEntries(
    Object.entries(members).map(([key, value]): [string, Json] => {
      const top = topOf(key);
      return [`${others.get(top) ?? top}${key.slice(top.length)}`, value];
    }),
  );
}
