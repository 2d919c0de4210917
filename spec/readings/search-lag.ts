/** How far searches are behind writes. */
import type { OpenPointValues } from "../vocabulary/profile.ts";

export type SearchLag = OpenPointValues["search-lag"];

/** True where a search was sent too soon to find what was written. Where none was, searches may be behind all the same. */
export const isSeenBehind = (lag: SearchLag | undefined): boolean =>
  lag !== undefined && lag.ms > 0 && lag.atFirst !== true;
