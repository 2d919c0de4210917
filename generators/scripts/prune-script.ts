import type { OperationStep, Script } from "../../spec/vocabulary/script.ts";
import { referencesOf, satisfies } from "./references.ts";
import { mapSteps } from "./steps.ts";

/**
 * The script without the steps that `keep` turns down, and without what referred to them: a search forgets the trace it
 * waited for, an archive forgets the file, any other step goes too.
 */
export function pruneScript(script: Script, keep: (step: OperationStep, place: string) => boolean): Script {
  const kept = new Map<string, OperationStep>();
  return mapSteps(script, (step, place) => {
    if (!keep(step, place)) return undefined;
    const left = withoutLost(step, kept);
    if (left?.as !== undefined) kept.set(left.as, left);
    return left;
  });
}

function withoutLost(step: OperationStep, kept: ReadonlyMap<string, OperationStep>): OperationStep | undefined {
  const isLost = (candidate: OperationStep) =>
    referencesOf(candidate).some((reference) => {
      const source = kept.get(reference.label);
      return !source || !satisfies(source, reference);
    });
  if (!isLost(step)) return step;
  if (step.op === "search" && step.until) {
    const { until: _, ...once } = step;
    return once;
  }
  if (step.op === "files") {
    const digests = step.digests.filter((digest) => !isLost({ ...step, digests: [digest] }));
    const left = { ...step, digests };
    return digests.length > 0 && !isLost(left) ? left : undefined;
  }
  return undefined;
}
