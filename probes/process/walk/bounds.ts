/** How far the walks through a workflow go, and how they are sent. */
import type { ProbeContext } from "../../probe.ts";

/** So many requests the walks through one workflow take at most, so many walks there are, and so many actions has each. */
export const [maxRequests, maxWalks, maxLength] = [250, 16, 16];
/** So many more where the data decide how far a walk comes; and for so many actions it is tried who is kept from them. */
export const [maxWithKept, maxBarred] = [120, 6];
/** However many users have no groups told: so many are tried in place of one, and so often each beside another who acts for the group. */
export const [maxInPlace, maxTriesBeside] = [4, 3];
/** However many act for a group as told: so many of them are tried in place of one. */
export const maxColleagues = 3;
/** So many requests of the walks through one workflow only try who may do what, and so many more on fresh traces make sure. */
export const [maxTries, maxForSure] = [160, 100];
/** How is sent what goes on where walks ended, or where the data of actions were seen to decide; absent: as all else. */
export interface Further {
  readonly further?: ProbeContext["run"];
}
