/** Open points whose reading is not the pinned one, or not that of the earlier run. */
import type { OpenPointResult, Results } from "../results/model.ts";

export interface Drift extends OpenPointResult {
  readonly drift: string;
}

export function driftsOf({ openPoints }: Results): readonly Drift[] {
  return openPoints.filter((point): point is Drift => point.drift !== undefined);
}

/** From what these differ: "no longer as pinned", "other than in last-night", or both. */
export function driftedFrom(drifts: readonly Drift[]): string {
  const runs = new Set(drifts.flatMap(({ driftFrom }) => driftFrom ?? []));
  const isFromPin = drifts.some(({ driftFrom }) => driftFrom === undefined);
  return [...(isFromPin ? ["no longer as pinned"] : []), ...[...runs].map((run) => `other than in ${run}`)].join(
    ", or ",
  );
}
