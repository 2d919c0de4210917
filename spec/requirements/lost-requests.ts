import type { RequirementId } from "./index.ts";

/**
 * The requirement that is about lost requests themselves. Its failures are single answers, of which some may be lost: its
 * status follows from their share of a whole run.
 */
export const ofLostRequests: RequirementId = "ROBUST-08";
