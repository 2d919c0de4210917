/** Every rule. A new area is one file, and two lines here. */
import { acceptanceRules } from "./acceptance.ts";
import { acrossFacesRules } from "./across-faces.ts";
import { actionUuidRules } from "./action-uuid.ts";
import { actionRules } from "./actions.ts";
import { authenticationRules } from "./authentication.ts";
import { concurrencyRules } from "./concurrency.ts";
import { creationRules } from "./creation.ts";
import { dataRules } from "./data.ts";
import { deliveryRules } from "./delivery.ts";
import { detailsRules } from "./details.ts";
import { envelopeRules } from "./envelope.ts";
import { equivalenceRules } from "./equivalence.ts";
import { fileRules } from "./file.ts";
import { filesRules } from "./files.ts";
import { gatingRules } from "./gating.ts";
import { isolationRules } from "./isolation.ts";
import { loginRules } from "./login.ts";
import { ownTokenRules } from "./own-tokens.ts";
import { countedTracesRules } from "./counted-traces.ts";
import { neverCreatedRules } from "./never-created.ts";
import { pageRules } from "./pages.ts";
import { payloadShapeRules } from "./payload-shapes.ts";
import { refusedActionRules } from "./refused-actions.ts";
import { robustnessRules } from "./robustness.ts";
import { searchFormRules } from "./search-forms.ts";
import { searchRules } from "./search.ts";
import { stateRules } from "./state.ts";
import { statusRules } from "./status.ts";
import { successRules } from "./success.ts";
import { tellingRules } from "./telling.ts";
import { twinRules } from "./twins.ts";
import { unfilteredSearchRules } from "./unfiltered-searches.ts";
import { unknownTraceRules } from "./unknown-traces.ts";
import { workflowRules } from "./workflows.ts";
import { deepFreeze } from "../spec/deep-freeze.ts";
import type { Rule } from "./rule.ts";

/** Frozen: an extension that could change how a requirement is judged could turn red into green. */
export const rules: readonly Rule[] = deepFreeze([
  ...acceptanceRules,
  ...acrossFacesRules,
  ...actionUuidRules,
  ...actionRules,
  ...authenticationRules,
  ...concurrencyRules,
  ...creationRules,
  ...dataRules,
  ...deliveryRules,
  ...detailsRules,
  ...envelopeRules,
  ...equivalenceRules,
  ...fileRules,
  ...filesRules,
  ...gatingRules,
  ...isolationRules,
  ...loginRules,
  ...ownTokenRules,
  ...neverCreatedRules,
  ...countedTracesRules,
  ...pageRules,
  ...payloadShapeRules,
  ...refusedActionRules,
  ...robustnessRules,
  ...searchFormRules,
  ...searchRules,
  ...stateRules,
  ...statusRules,
  ...successRules,
  ...tellingRules,
  ...twinRules,
  ...unfilteredSearchRules,
  ...unknownTraceRules,
  ...workflowRules,
]);
