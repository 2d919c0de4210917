import { isJsonObject, type Json } from "../../spec/json.ts";
import { everyPlace, valuesAt } from "../../spec/readings/path.ts";
import { placedSteps } from "../../spec/vocabulary/placed-steps.ts";
import type { OperationStep, Script } from "../../spec/vocabulary/script.ts";
import { mapSteps } from "./steps.ts";
import { leavesIn } from "../../spec/json-walks.ts";

const dataOf = (step: OperationStep | undefined): Json | undefined => (step && "data" in step ? step.data : undefined);

/**
 * A script whose data were written anew, with filters that look for what stands there now where they looked for what stands
 * nowhere any more.
 */
export function withFiltersOf(before: Script, written: Script): Script {
  const changed = new Map<Json, Json>();
  const now = new Map(placedSteps(written).map(({ step, place }) => [place, dataOf(step)]));
  for (const { step, place } of placedSteps(before)) {
    const [was, is] = [dataOf(step), now.get(place)];
    if (was === undefined || is === undefined || was === is) continue;
    for (const { path, value } of everyPlace(was))
      if (typeof value === "string" || typeof value === "number") changed.set(value, valuesAt(is, path)[0] ?? value);
  }
  if (changed.size === 0) return written;
  const still = new Set([...now.values()].flatMap(leavesIn));
  return mapSteps(written, (step) => {
    if (step.op !== "search" || !isJsonObject(step.filters)) return step;
    const filters = Object.entries(step.filters).map(([key, value]): [string, Json] => [
      key,
      still.has(value) ? value : (changed.get(value) ?? value),
    ]);
    return { ...step, filters: Object.fromEntries(filters) };
  });
}
