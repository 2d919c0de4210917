/** Bounds of the walks through a workflow. */
import type { ProbeContext } from "../../probe.ts";

/** At most so many requests for the walks through one workflow, so many walks, and so many actions on each. */
export const [maxRequests, maxWalks, maxLength] = [250, 16, 16];
/**
 * So many more requests where data decide how far a walk comes; and at most so many actions for which it is confirmed
 * who is barred.
 */
export const [maxWithKept, maxBarred] = [120, 6];
/**
 * For users whose groups are not told: at most so many are tried in place of one, and each so often beside another who
 * acts for the group.
 */
export const [maxInPlace, maxTriesBeside] = [4, 3];
/** At most so many colleagues who are told to act for a group are tried in place of one. */
export const maxColleagues = 3;
/**
 * For one workflow, at most so many requests that only try who may do what, and so many on fresh traces to confirm it.
 */
export const [maxTries, maxForSure] = [160, 100];
/** How to send what continues after walks ended, or after data were seen to decide; absent: as everything else. */
export interface Further {
  readonly further?: ProbeContext["run"];
}
