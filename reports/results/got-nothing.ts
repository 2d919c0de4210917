/** What was got where the rule knows that there was nothing, in the place of a value. */
import type { Judgement } from "../../spec/requirements/judgement.ts";

export const gotNothing = "«nothing»";

/** What was got, as it is told: absence too, where that was found. */
export function gotOf(judgement: Pick<Judgement, "expected" | "actual">): unknown {
  const { expected, actual } = judgement;
  const isKnown = expected !== undefined && actual === undefined && Object.hasOwn(judgement, "actual");
  return isKnown ? gotNothing : actual;
}
