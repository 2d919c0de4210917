import { mapSteps } from "../../../generators/index.ts";
import { isJsonObject, type Json } from "../../../spec/vocabulary/json.ts";
import { readingOf } from "../../../spec/vocabulary/profile.ts";
import type { Script, SearchStep } from "../../../spec/vocabulary/script.ts";
import type { SuiteContext } from "../context.ts";

/** Folds under which a value of the last action is the value in the state. */
const lastWins: ReadonlySet<string> = new Set(["shallow-merge", "deep-merge", "merge-patch", "replace"]);

/** Searches wait only for what the target's reading says will come; waiting for anything else takes the whole lag. */
export function fitSearches(context: SuiteContext, script: Script): Script {
  return mapSteps(script, (step) => {
    if (step.op !== "search" || !step.until || canBeAwaited(context, step)) return step;
    const { until: _, ...once } = step;
    return once;
  });
}

function canBeAwaited({ profile }: SuiteContext, step: SearchStep): boolean {
  const keys = readingOf(profile, "search-keys");
  const state = readingOf(profile, "state-data");
  if (!keys || !isJsonObject(step.filters)) return false;
  if (state && !lastWins.has(state.fold)) return false;
  return Object.entries(step.filters).every(
    ([key, value]) => keys.valueTypes.includes(typeName(value)) && (keys.inner !== "none" || !key.includes(".")),
  );
}

function typeName(value: Json): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}
