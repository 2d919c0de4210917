/** Where the steps of a script stand. Exchanges and unsent steps name their step by its place. */
import type { OperationStep, ParallelStep, Script, Step } from "./script.ts";

/** One operation step with its place: `3`, or `4.1.0` for branch 1, step 0 of the parallel group at 4. */
export interface PlacedStep {
  readonly place: string;
  readonly step: OperationStep;
  /** Index of the top-level step, and the branch where that is a parallel group. */
  readonly at: number;
  readonly branch?: number;
}

/** True for a group of branches. */
export function isParallel(step: Step): step is ParallelStep {
  return "parallel" in step;
}

/** Every operation step of a script, branches one after the other. */
export function placedSteps({ steps }: Pick<Script, "steps">): readonly PlacedStep[] {
  return steps.flatMap((step, at): readonly PlacedStep[] => {
    if (!isParallel(step)) return [{ place: `${at}`, step, at }];
    return step.parallel.flatMap((branchSteps, branch) =>
      branchSteps.map((inner, index) => ({ place: `${at}.${branch}.${index}`, step: inner, at, branch })),
    );
  });
}

/** The step that stands at a place, or undefined. */
export function stepAt(script: Script, place: string): OperationStep | undefined {
  return placedSteps(script).find((placed) => placed.place === place)?.step;
}

/** By the place that `mapSteps` tells: the place of the parallel step that an operation is part of; undefined where it is alone. */
export function parallelStepOf(place: string): string | undefined {
  const [at, branch] = place.split(".");
  return branch === undefined ? undefined : at;
}
