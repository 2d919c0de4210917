import type { OperationStep, Script, Step } from "../../spec/vocabulary/script.ts";

/** One operation step with its place: `3`, or `4.1.0` for branch 1, step 0 of the parallel group at 4. */
export interface PlacedStep {
  readonly place: string;
  readonly step: OperationStep;
  /** Index of the top-level step, and the branch where that is a parallel group. */
  readonly at: number;
  readonly branch?: number;
}

/** True for a group of branches. */
export function isParallel(step: Step): step is Extract<Step, { parallel: unknown }> {
  return "parallel" in step;
}

/** Every operation step of a script, branches one after the other. */
export function placedSteps(script: Pick<Script, "steps">): readonly PlacedStep[] {
  return script.steps.flatMap((step, at): readonly PlacedStep[] => {
    if (!isParallel(step)) return [{ place: `${at}`, step, at }];
    return step.parallel.flatMap((steps, branch) =>
      steps.map((inner, index) => ({ place: `${at}.${branch}.${index}`, step: inner, at, branch })),
    );
  });
}

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
