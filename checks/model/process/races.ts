/** Actions that were sent to a trace at the same time. */
import type { ModelAction, ModelTrace } from "../world.ts";

/** The accepted and the refused ones of a trace that were sent at the same time, group by group. */
export function racesOn({ actions, refused }: ModelTrace): readonly (readonly ModelAction[])[] {
  const parallel = [...actions, ...refused].filter(({ exchange }) => exchange.parallel === true);
  return [...Map.groupBy(parallel, topStepOf).values()];
}

/** The step of the script that an action was sent by: of a parallel group the group itself. */
export const topStepOf = ({ exchange }: ModelAction): string | undefined => exchange.step.split(".", 1)[0];
