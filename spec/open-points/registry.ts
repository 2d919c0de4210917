/** Every open point once. A point that the vocabulary names and this registry lacks does not compile. */
import type { OpenPointId } from "../vocabulary/profile.ts";
import { actionUuid } from "./action-uuid.ts";
import { additionalMembers } from "./additional-members.ts";
import { detailsErrorMember } from "./details-error-member.ts";
import { digestAlgorithm } from "./digest-algorithm.ts";
import { digestListQuery } from "./digest-list-query.ts";
import { digestLocation } from "./digest-location.ts";
import { errorBodies } from "./error-bodies.ts";
import { errorOnSuccess } from "./error-on-success.ts";
import { errorStatuses } from "./error-statuses.ts";
import { fileResponse } from "./file-response.ts";
import { foreignDigest } from "./foreign-digest.ts";
import { inputFeatures } from "./input-features.ts";
import { legacyDetailsInput } from "./legacy-details-input.ts";
import { linkData } from "./link-data.ts";
import { linkOrder } from "./link-order.ts";
import { noToken } from "./no-token.ts";
import { pageCombinations } from "./page-combinations.ts";
import { pageCursors } from "./page-cursors.ts";
import { pageSize } from "./page-size.ts";
import { rateLimit } from "./rate-limit.ts";
import { requiredFields } from "./required-fields.ts";
import { searchKeys } from "./search-keys.ts";
import { searchLag } from "./search-lag.ts";
import { searchWorkflowKey } from "./search-workflow-key.ts";
import { sizeLimits } from "./size-limits.ts";
import { stateData } from "./state-data.ts";
import { token } from "./token.ts";
import { unknownTrace } from "./unknown-trace.ts";
import { volatileMembers } from "./volatile-members.ts";
import { zipEntryNames } from "./zip-entry-names.ts";
import type { OpenPoint } from "./define.ts";

export type { OpenPoint, Quote } from "./define.ts";

const registry: { readonly [Id in OpenPointId]: OpenPoint<Id> } = {
  "digest-list-query": digestListQuery,
  "digest-location": digestLocation,
  "digest-algorithm": digestAlgorithm,
  "link-data": linkData,
  "state-data": stateData,
  "action-uuid": actionUuid,
  "link-order": linkOrder,
  "page-size": pageSize,
  "page-combinations": pageCombinations,
  "page-cursors": pageCursors,
  "legacy-details-input": legacyDetailsInput,
  "details-error-member": detailsErrorMember,
  "search-workflow-key": searchWorkflowKey,
  "search-keys": searchKeys,
  "required-fields": requiredFields,
  "error-statuses": errorStatuses,
  "error-bodies": errorBodies,
  "error-on-success": errorOnSuccess,
  "file-response": fileResponse,
  "zip-entry-names": zipEntryNames,
  token,
  "no-token": noToken,
  "search-lag": searchLag,
  "rate-limit": rateLimit,
  "size-limits": sizeLimits,
  "additional-members": additionalMembers,
  "input-features": inputFeatures,
  "volatile-members": volatileMembers,
  "unknown-trace": unknownTrace,
  "foreign-digest": foreignDigest,
};

/** Every open point, in the order of the registry. */
export const openPoints: readonly OpenPoint[] = Object.values(registry);

export const openPointIds: readonly OpenPointId[] = openPoints.map((point) => point.id);

/** The open point with this id. */
export function openPointById<Id extends OpenPointId>(id: Id): OpenPoint<Id> {
  return registry[id] as OpenPoint<Id>;
}

/** The open point with this id, or undefined. */
export function findOpenPoint(id: string): OpenPoint | undefined {
  return openPoints.find((point) => point.id === id);
}
