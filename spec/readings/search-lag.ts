/** How far searches are behind writes: what was seen of it, and what may be. */
import type { Exchange } from "../vocabulary/history.ts";
import type { OpenPointValues } from "../vocabulary/profile.ts";
import type { JudgingTarget } from "../vocabulary/target.ts";

export type SearchLag = OpenPointValues["search-lag"];

/** A lag is not always the same: so many times what was measured is waited for. */
const margin = 2;

/** True where a search was sent too soon to find what was written. Where none was, searches may be behind all the same. */
export const isSeenBehind = (lag: SearchLag | undefined): boolean =>
  lag !== undefined && lag.ms > 0 && lag.atFirst !== true;

/** Milliseconds by which searches may be behind, as far as is known: no more than the configuration says. */
export function mostBehindMs(lag: SearchLag | undefined, { searchLagMs }: Pick<JudgingTarget, "searchLagMs">): number {
  if (isSeenBehind(lag)) return searchLagMs;
  return Math.min(searchLagMs, margin * (lag?.ms ?? 0));
}

/** True for a refusal that may be for a filter: others are for who asks, or for how much. */
export const mayBeOfFilter = ({ response }: Exchange): boolean => [400, 404, 409, 422].includes(response?.status ?? 0);
