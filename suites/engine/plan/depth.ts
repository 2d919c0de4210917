/** How much a run does: `quick` for a release gate in a hurry, `standard`, `deep` for the night. */
import type { Depth } from "../../../generators/context.ts";
import type { Level } from "../../../spec/requirements/define.ts";

export { depths, type Depth } from "../../../generators/context.ts";

/** Bounds of shrinking one failure: each try costs a whole script against the target. */
const shrinkBounds: Readonly<Record<Depth, { readonly tries: number; readonly timeMs: number }>> = {
  quick: { tries: 20, timeMs: 5_000 },
  standard: { tries: 120, timeMs: 30_000 },
  deep: { tries: 600, timeMs: 120_000 },
};

/** How long a smaller script is looked for: what only warns is not worth many more traces on the target. */
export function shrinkBoundsOf(depth: Depth, level: Level | undefined) {
  const { tries, timeMs } = shrinkBounds[depth];
  return { tries: level === "MUST" ? tries : Math.ceil(tries / 10), timeMs };
}
