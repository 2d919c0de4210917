import type { Fault } from "./fault.ts";
import { legacyStateNeedsNoToken } from "./authentication/legacy-state-needs-no-token.ts";
import { lostUpdate } from "./concurrency/lost-update.ts";
import { spacesAtTheEndsAreTrimmed } from "./data/spaces-at-the-ends-are-trimmed.ts";
import { textsAreNormalised } from "./data/texts-are-normalised.ts";
import { legacyDetailsInEnvelope } from "./envelope/legacy-details-in-envelope.ts";
import { v2StateWithoutErrorMember } from "./envelope/v2-state-without-error-member.ts";
import { legacyDetailsHideTheGroup } from "./equivalence/legacy-details-hide-the-group.ts";
import { anyTraceServesAnyDigest } from "./file/any-trace-serves-any-digest.ts";
import { archiveLosesItsLastFile } from "./files/archive-loses-its-last-file.ts";
import { stateIsOpenToAll } from "./isolation/state-is-open-to-all.ts";
import { afterIncludesItsOwnLink } from "./pages/after-includes-its-own-link.ts";
import { hasNextOnTheLastPage } from "./pages/has-next-on-the-last-page.ts";
import { refusedActionIsKept } from "./refusals/refused-action-is-kept.ts";
import { unknownTraceIsAServerError } from "./robustness/unknown-trace-is-a-server-error.ts";
import { indexNeverFollowsActions } from "./search/index-never-follows-actions.ts";
import { numbersMatchTheirText } from "./search/numbers-match-their-text.ts";
import { v2CreationAnswers201 } from "./status/v2-creation-answers-201.ts";

/** Every seeded fault. */
export const faults: readonly Fault[] = [
  legacyStateNeedsNoToken,
  lostUpdate,
  spacesAtTheEndsAreTrimmed,
  textsAreNormalised,
  legacyDetailsInEnvelope,
  v2StateWithoutErrorMember,
  legacyDetailsHideTheGroup,
  anyTraceServesAnyDigest,
  archiveLosesItsLastFile,
  stateIsOpenToAll,
  afterIncludesItsOwnLink,
  hasNextOnTheLastPage,
  refusedActionIsKept,
  unknownTraceIsAServerError,
  indexNeverFollowsActions,
  numbersMatchTheirText,
  v2CreationAnswers201,
];
