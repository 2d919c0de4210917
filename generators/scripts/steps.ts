import { isParallel } from "../../spec/vocabulary/placed-steps.ts";
import type { OperationStep, Script, Step } from "../../spec/vocabulary/script.ts";

/** The script with every operation step changed; a step for which `change` gives undefined is dropped. */
export function mapSteps(
  script: Script,
  change: (step: OperationStep, place: string) => OperationStep | undefined,
): Script {
  const steps = script.steps.flatMap((step, at): readonly Step[] => {
    if (!isParallel(step)) return listed(change(step, `${at}`));
    const branches = step.parallel
      .map((branch, b) => branch.flatMap((inner, index) => listed(change(inner, `${at}.${b}.${index}`))))
      .filter((branch) => branch.length > 0);
    return branches.length > 1 ? [{ parallel: branches }] : (branches[0] ?? []);
  });
  return { ...script, steps };
}

function listed(step: OperationStep | undefined): readonly OperationStep[] {
  return step ? [step] : [];
}
