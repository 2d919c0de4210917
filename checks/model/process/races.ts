/** Parallel actions on a trace. */
import type { ModelAction, ModelTrace } from "../world.ts";

/** The parallel actions of a trace, accepted and refused, by group. */
export function racesOn({ actions, refused }: ModelTrace): readonly (readonly ModelAction[])[] {
  const parallel = [...actions, ...refused].filter(({ exchange }) => exchange.parallel === true);
  return [...Map.groupBy(parallel, topStepOf).values()];
}

/** The step of the script that sent the action; for a parallel group, the group. */
export const topStepOf = ({ exchange }: ModelAction): string | undefined => exchange.step.split(".", 1)[0];
