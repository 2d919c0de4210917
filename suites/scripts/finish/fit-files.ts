import { manyFiles, mapSteps, plainFileCount, pruneScript } from "../../../generators/index.ts";
import { readingOf } from "../../../spec/vocabulary/profile.ts";
import { unfitTraits } from "../../../spec/vocabulary/unfit-traits.ts";
import type { OperationStep, Script } from "../../../spec/vocabulary/script.ts";
import type { SuiteContext } from "../context.ts";

/**
 * No more files in one action than a target takes that refuses many, and no more on a trace than it was seen to take;
 * what asks for the others is left out.
 */
export function fitFiles({ refused, profile }: SuiteContext, script: Script): Script {
  const perTrace = readingOf(profile, "input-features")?.mostFiles ?? Infinity;
  if (!refused.includes(manyFiles) && perTrace === Infinity) return script;
  const perAction = refused.includes(manyFiles) ? plainFileCount : Infinity;
  const attached = new Map<string, number>();
  const cut = mapSteps(script, (step) => {
    if ((step.op !== "create" && step.op !== "act") || !step.files || isTooMany(step)) return step;
    const trace = step.op === "act" ? step.trace : step.as === undefined ? undefined : `$${step.as}`;
    const before = typeof trace === "string" ? (attached.get(trace) ?? 0) : 0;
    const files = step.files.slice(0, Math.max(0, Math.min(perAction, perTrace - before)));
    if (typeof trace === "string") attached.set(trace, before + files.length);
    return files.length === step.files.length ? step : { ...step, files };
  });
  return pruneScript(cut, () => true);
}

/** True where more files than the target takes are sent on purpose. */
const isTooMany = ({ traits }: OperationStep): boolean => traits?.includes(unfitTraits.files) === true;
