/** Every probe, once. A new probe is one file in `points/` and one entry here. */
import type { Probe } from "./probe.ts";
import { actionForms } from "./points/action-forms.ts";
import { actionGating } from "./points/action-gating.ts";
import { actionUuid } from "./points/action-uuid.ts";
import { additionalMembers } from "./points/additional-members.ts";
import { detailsErrorMember } from "./points/details-error-member.ts";
import { digestListQuery } from "./points/digest-list-query.ts";
import { digest } from "./points/digest.ts";
import { errorBodies } from "./points/error-bodies.ts";
import { errorOnSuccess } from "./points/error-on-success.ts";
import { fileResponse } from "./points/file-response.ts";
import { foreignDigest } from "./points/foreign-digest.ts";
import { inputFeatures } from "./points/input-features.ts";
import { legacyDetailsInput } from "./points/legacy-details-input.ts";
import { linkData } from "./points/link-data.ts";
import { linkOrder } from "./points/link-order.ts";
import { othersData } from "./points/others-data.ts";
import { failingEffects } from "./points/failing-effects.ts";
import { ownLinks } from "./points/own-links.ts";
import { pageCombinations } from "./points/page-combinations.ts";
import { pageSize } from "./points/page-size.ts";
import { rateLimit } from "./points/rate-limit.ts";
import { readLag } from "./points/read-lag.ts";
import { reads } from "./points/reads.ts";
import { refusals } from "./points/refusals.ts";
import { requiredFields } from "./points/required-fields.ts";
import { searchKeys } from "./points/search-keys.ts";
import { searchWorkflowKey } from "./points/search-workflow-key.ts";
import { sizeLimits } from "./points/size-limits.ts";
import { stateData } from "./points/state-data.ts";
import { token } from "./points/token.ts";
import { volatileMembers } from "./points/volatile-members.ts";
import { zipEntryNames } from "./points/zip-entry-names.ts";

export const probes: readonly Probe[] = [
  detailsErrorMember,
  legacyDetailsInput,
  reads,
  readLag,
  linkData,
  stateData,
  actionForms,
  actionGating,
  othersData,
  actionUuid,
  linkOrder,
  ownLinks,
  failingEffects,
  digest,
  digestListQuery,
  foreignDigest,
  fileResponse,
  zipEntryNames,
  pageSize,
  pageCombinations,
  searchWorkflowKey,
  searchKeys,
  refusals,
  token,
  requiredFields,
  inputFeatures,
  volatileMembers,
  errorOnSuccess,
  errorBodies,
  additionalMembers,
  rateLimit,
  sizeLimits,
];
