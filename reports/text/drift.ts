/** Open points whose pinned reading is not the one that was seen. */
import type { OpenPointResult, Results } from "../results/model.ts";

export interface Drift extends OpenPointResult {
  readonly drift: string;
}

export function driftsOf({ openPoints }: Results): readonly Drift[] {
  return openPoints.filter((point): point is Drift => point.drift !== undefined);
}
