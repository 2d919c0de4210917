import type { Exchange } from "../../spec/vocabulary/history.ts";

/** True where an answer was lost, or says that a machine failed or is busy: that tells of no choice of the target. */
export function isNoise({ response, failure }: Exchange): boolean {
  if (!response) return failure !== undefined && failure.kind !== "interrupted";
  return response.status >= 500 || response.status === 429;
}
