import type { Variant } from "./variant.ts";
import { actionUuidLinkHidden } from "./action-uuid/link-hidden.ts";
import { actionUuidOther } from "./action-uuid/other.ts";
import { actionUuidTrace } from "./action-uuid/trace.ts";
import { additionalMembersEnvelope } from "./additional-members/envelope.ts";
import { additionalMembersLogin } from "./additional-members/login.ts";
import { additionalMembersPage } from "./additional-members/page.ts";
import { additionalMembersState } from "./additional-members/state.ts";
import { additionalMembersWorkflows } from "./additional-members/workflows.ts";
import { detailsErrorMemberEmptyObject } from "./details-error-member/empty-object.ts";
import { detailsErrorMemberEmptyText } from "./details-error-member/empty-text.ts";
import { detailsErrorMemberFalseOnly } from "./details-error-member/false-only.ts";
import { detailsErrorMemberNullOnly } from "./details-error-member/null-only.ts";
import { detailsErrorMemberOptional } from "./details-error-member/optional.ts";
import { detailsErrorMemberText } from "./details-error-member/text.ts";
import { digestAlgorithmBlake2b512Base64url } from "./digest-algorithm/blake2b512-base64url.ts";
import { digestAlgorithmMd5Hex } from "./digest-algorithm/md5-hex.ts";
import { digestAlgorithmOpaque } from "./digest-algorithm/opaque.ts";
import { digestAlgorithmSha1Hex } from "./digest-algorithm/sha1-hex.ts";
import { digestAlgorithmSha256Base64 } from "./digest-algorithm/sha256-base64.ts";
import { digestAlgorithmSha256Base64url } from "./digest-algorithm/sha256-base64url.ts";
import { digestAlgorithmSha256Prefixed } from "./digest-algorithm/sha256-prefixed.ts";
import { digestAlgorithmSha256UpperHex } from "./digest-algorithm/sha256-upper-hex.ts";
import { digestAlgorithmSha512Hex } from "./digest-algorithm/sha512-hex.ts";
import { digestListQueryBrackets } from "./digest-list-query/brackets.ts";
import { digestListQueryComma } from "./digest-list-query/comma.ts";
import { digestListQueryIndexed } from "./digest-list-query/indexed.ts";
import { digestListQueryJson } from "./digest-list-query/json.ts";
import { digestListQueryLegacyDiffers } from "./digest-list-query/legacy-differs.ts";
import { digestListQueryNamedDigest } from "./digest-list-query/named-digest.ts";
import { digestListQueryNamedFiles } from "./digest-list-query/named-files.ts";
import { digestListQueryPipe } from "./digest-list-query/pipe.ts";
import { digestListQuerySemicolon } from "./digest-list-query/semicolon.ts";
import { digestListQuerySpace } from "./digest-list-query/space.ts";
import { digestLocationComputed } from "./digest-location/computed.ts";
import { digestLocationLinksKeyedByDigest } from "./digest-location/links-keyed-by-digest.ts";
import { digestLocationLinksMeta } from "./digest-location/links-meta.ts";
import { digestLocationLinksPlainList } from "./digest-location/links-plain-list.ts";
import { digestLocationState } from "./digest-location/state.ts";
import { errorBodiesEmpty } from "./error-bodies/empty.ts";
import { errorBodiesEnvelopeNumber } from "./error-bodies/envelope-number.ts";
import { errorBodiesEnvelopeText } from "./error-bodies/envelope-text.ts";
import { errorBodiesEnvelopeWithoutData } from "./error-bodies/envelope-without-data.ts";
import { errorBodiesHtml } from "./error-bodies/html.ts";
import { errorBodiesPlainText } from "./error-bodies/plain-text.ts";
import { errorBodiesProblemDetails } from "./error-bodies/problem-details.ts";
import { errorOnSuccessEmptyObject } from "./error-on-success/empty-object.ts";
import { errorOnSuccessEmptyText } from "./error-on-success/empty-text.ts";
import { errorOnSuccessFalse } from "./error-on-success/false.ts";
import { errorOnSuccessZeroCode } from "./error-on-success/zero-code.ts";
import { errorStatuses422 } from "./error-statuses/422.ts";
import { errorStatusesAll400 } from "./error-statuses/all-400.ts";
import { errorStatusesSuccessWithError } from "./error-statuses/success-with-error.ts";
import { fileResponseBare } from "./file-response/bare.ts";
import { fileResponseChunked } from "./file-response/chunked.ts";
import { fileResponseInline } from "./file-response/inline.ts";
import { fileResponseKeptType } from "./file-response/kept-type.ts";
import { searchKeysNumbersMatchTheirText } from "./search-keys/numbers-match-their-text.ts";
import { inputFeaturesNamedFilesOnly } from "./input-features/named-files-only.ts";
import { inputFeaturesNoControlCharacters } from "./input-features/no-control-characters.ts";
import { inputFeaturesNoDuplicateNames } from "./input-features/no-duplicate-names.ts";
import { inputFeaturesNoEmptyFiles } from "./input-features/no-empty-files.ts";
import { inputFeaturesNoLargeNumbers } from "./input-features/no-large-numbers.ts";
import { inputFeaturesNoLongTexts } from "./input-features/no-long-texts.ts";
import { inputFeaturesNoNulls } from "./input-features/no-nulls.ts";
import { inputFeaturesNoSpecialKeys } from "./input-features/no-special-keys.ts";
import { inputFeaturesPlainFileNames } from "./input-features/plain-file-names.ts";
import { inputFeaturesShallowOnly } from "./input-features/shallow-only.ts";
import { legacyDetailsInputData } from "./legacy-details-input/data.ts";
import { legacyDetailsInputEnvelope } from "./legacy-details-input/envelope.ts";
import { legacyDetailsInputIgnored } from "./legacy-details-input/ignored.ts";
import { legacyDetailsInputPage } from "./legacy-details-input/page.ts";
import { legacyDetailsInputPagination } from "./legacy-details-input/pagination.ts";
import { legacyDetailsInputRequired } from "./legacy-details-input/required.ts";
import { legacyDetailsInputText } from "./legacy-details-input/text.ts";
import { linkDataAmongOtherMembers } from "./link-data/among-other-members.ts";
import { linkDataBase64 } from "./link-data/base64.ts";
import { linkDataJsonText } from "./link-data/json-text.ts";
import { linkDataNested } from "./link-data/nested.ts";
import { linkDataNowhere } from "./link-data/nowhere.ts";
import { linkDataSplitMeta } from "./link-data/split-meta.ts";
import { linkDataSpread } from "./link-data/spread.ts";
import { linkOrderNewestFirst } from "./link-order/newest-first.ts";
import { noToken400 } from "./no-token/400.ts";
import { noToken403 } from "./no-token/403.ts";
import { pageCombinationsCursorNeedsANumber } from "./page-combinations/cursor-needs-a-number.ts";
import { pageCombinationsFirstThenLast } from "./page-combinations/first-then-last.ts";
import { pageCombinationsFirstWinsOverLast } from "./page-combinations/first-wins-over-last.ts";
import { pageCombinationsOneDirection } from "./page-combinations/one-direction.ts";
import { pageCursorsLinkIds } from "./page-cursors/link-ids.ts";
import { pageCursorsNone } from "./page-cursors/none.ts";
import { pageCursorsOffsets } from "./page-cursors/offsets.ts";
import { pageCursorsOnlyEnd } from "./page-cursors/only-end.ts";
import { pageCursorsOnlyStart } from "./page-cursors/only-start.ts";
import { pageSizeCappedRefused } from "./page-size/capped-refused.ts";
import { pageSizeDefaultIsAll } from "./page-size/default-is-all.ts";
import { pageSizeDefaultOfOne } from "./page-size/default-of-one.ts";
import { pageSizeSmallClamped } from "./page-size/small-clamped.ts";
import { rateLimitBursts } from "./rate-limit/bursts.ts";
import { representationAsciiEscapes } from "./representation/ascii-escapes.ts";
import { representationChunked } from "./representation/chunked.ts";
import { representationCompressed } from "./representation/compressed.ts";
import { representationPretty } from "./representation/pretty.ts";
import { representationSlow } from "./representation/slow.ts";
import { requiredFieldsDataOptional } from "./required-fields/data-optional.ts";
import { requiredFieldsGroupOptional } from "./required-fields/group-optional.ts";
import { requiredFieldsWorkflowOnActions } from "./required-fields/workflow-on-actions.ts";
import { searchKeysDottedBelowData } from "./search-keys/dotted-below-data.ts";
import { searchKeysEmptyFindsNothing } from "./search-keys/empty-finds-nothing.ts";
import { searchKeysEmptyIsRefused } from "./search-keys/empty-is-refused.ts";
import { searchKeysInnerNested } from "./search-keys/inner-nested.ts";
import { searchKeysNestedBelowData } from "./search-keys/nested-below-data.ts";
import { searchKeysNewestFirst } from "./search-keys/newest-first.ts";
import { searchKeysScalarsOnly } from "./search-keys/scalars-only.ts";
import { searchKeysTextByPart } from "./search-keys/text-by-part.ts";
import { searchKeysTextByPrefix } from "./search-keys/text-by-prefix.ts";
import { searchKeysTextWithoutCase } from "./search-keys/text-without-case.ts";
import { searchKeysTextsOnly } from "./search-keys/texts-only.ts";
import { searchKeysTopLevelOnly } from "./search-keys/top-level-only.ts";
import { searchLagLong } from "./search-lag/long.ts";
import { searchLagShort } from "./search-lag/short.ts";
import { searchWorkflowKeyIdsOnly } from "./search-workflow-key/ids-only.ts";
import { searchWorkflowKeyNamesOnly } from "./search-workflow-key/names-only.ts";
import { searchWorkflowKeyV2NamesOnly } from "./search-workflow-key/v2-names-only.ts";
import { sizeLimitsFewFiles } from "./size-limits/few-files.ts";
import { sizeLimitsSmallData } from "./size-limits/small-data.ts";
import { sizeLimitsSmallFiles } from "./size-limits/small-files.ts";
import { stateDataAmongOtherMembers } from "./state-data/among-other-members.ts";
import { stateDataBase64 } from "./state-data/base64.ts";
import { stateDataDeepMerge } from "./state-data/deep-merge.ts";
import { stateDataFirstWins } from "./state-data/first-wins.ts";
import { stateDataFlat } from "./state-data/flat.ts";
import { stateDataJsonText } from "./state-data/json-text.ts";
import { stateDataKeyedByAction } from "./state-data/keyed-by-action.ts";
import { stateDataKeyedByGroup } from "./state-data/keyed-by-group.ts";
import { stateDataListOfActions } from "./state-data/list-of-actions.ts";
import { stateDataMergePatch } from "./state-data/merge-patch.ts";
import { stateDataNestedDeeper } from "./state-data/nested-deeper.ts";
import { stateDataNullRemoves } from "./state-data/null-removes.ts";
import { stateDataOpaque } from "./state-data/opaque.ts";
import { stateDataReplace } from "./state-data/replace.ts";
import { tokenEncrypted } from "./token/encrypted.ts";
import { tokenHs256 } from "./token/hs256.ts";
import { tokenLatestLoginOnly } from "./token/latest-login-only.ts";
import { tokenLongLived } from "./token/long-lived.ts";
import { tokenManyClaims } from "./token/many-claims.ts";
import { tokenNoClaims } from "./token/no-claims.ts";
import { tokenShortLived } from "./token/short-lived.ts";
import { unknownTrace400 } from "./unknown-trace/400.ts";
import { unknownTrace403 } from "./unknown-trace/403.ts";
import { unknownTrace410 } from "./unknown-trace/410.ts";
import { unknownTraceMalformed404 } from "./unknown-trace/malformed-404.ts";
import { volatileMembersLinkRequestId } from "./volatile-members/link-request-id.ts";
import { volatileMembersStateReadTime } from "./volatile-members/state-read-time.ts";
import { zipEntryNamesDigest } from "./zip-entry-names/digest.ts";
import { zipEntryNamesInFolders } from "./zip-entry-names/in-folders.ts";
import { zipEntryNamesNumbered } from "./zip-entry-names/numbered.ts";
import { zipEntryNamesPartName } from "./zip-entry-names/part-name.ts";
import { zipEntryNamesStored } from "./zip-entry-names/stored.ts";

/** Every conformant variant. */
export const variants: readonly Variant[] = [
  actionUuidLinkHidden,
  actionUuidOther,
  actionUuidTrace,
  additionalMembersEnvelope,
  additionalMembersLogin,
  additionalMembersPage,
  additionalMembersState,
  additionalMembersWorkflows,
  detailsErrorMemberEmptyObject,
  detailsErrorMemberEmptyText,
  detailsErrorMemberFalseOnly,
  detailsErrorMemberNullOnly,
  detailsErrorMemberOptional,
  detailsErrorMemberText,
  digestAlgorithmBlake2b512Base64url,
  digestAlgorithmMd5Hex,
  digestAlgorithmOpaque,
  digestAlgorithmSha1Hex,
  digestAlgorithmSha256Base64,
  digestAlgorithmSha256Base64url,
  digestAlgorithmSha256Prefixed,
  digestAlgorithmSha256UpperHex,
  digestAlgorithmSha512Hex,
  digestListQueryBrackets,
  digestListQueryComma,
  digestListQueryIndexed,
  digestListQueryJson,
  digestListQueryLegacyDiffers,
  digestListQueryNamedDigest,
  digestListQueryNamedFiles,
  digestListQueryPipe,
  digestListQuerySemicolon,
  digestListQuerySpace,
  digestLocationComputed,
  digestLocationLinksKeyedByDigest,
  digestLocationLinksMeta,
  digestLocationLinksPlainList,
  digestLocationState,
  errorBodiesEmpty,
  errorBodiesEnvelopeNumber,
  errorBodiesEnvelopeText,
  errorBodiesEnvelopeWithoutData,
  errorBodiesHtml,
  errorBodiesPlainText,
  errorBodiesProblemDetails,
  errorOnSuccessEmptyObject,
  errorOnSuccessEmptyText,
  errorOnSuccessFalse,
  errorOnSuccessZeroCode,
  errorStatuses422,
  errorStatusesAll400,
  errorStatusesSuccessWithError,
  fileResponseBare,
  fileResponseChunked,
  fileResponseInline,
  fileResponseKeptType,
  searchKeysNumbersMatchTheirText,
  inputFeaturesNamedFilesOnly,
  inputFeaturesNoControlCharacters,
  inputFeaturesNoDuplicateNames,
  inputFeaturesNoEmptyFiles,
  inputFeaturesNoLargeNumbers,
  inputFeaturesNoLongTexts,
  inputFeaturesNoNulls,
  inputFeaturesNoSpecialKeys,
  inputFeaturesPlainFileNames,
  inputFeaturesShallowOnly,
  legacyDetailsInputData,
  legacyDetailsInputEnvelope,
  legacyDetailsInputIgnored,
  legacyDetailsInputPage,
  legacyDetailsInputPagination,
  legacyDetailsInputRequired,
  legacyDetailsInputText,
  linkDataAmongOtherMembers,
  linkDataBase64,
  linkDataJsonText,
  linkDataNested,
  linkDataNowhere,
  linkDataSplitMeta,
  linkDataSpread,
  linkOrderNewestFirst,
  noToken400,
  noToken403,
  pageCombinationsCursorNeedsANumber,
  pageCombinationsFirstThenLast,
  pageCombinationsFirstWinsOverLast,
  pageCombinationsOneDirection,
  pageCursorsLinkIds,
  pageCursorsNone,
  pageCursorsOffsets,
  pageCursorsOnlyEnd,
  pageCursorsOnlyStart,
  pageSizeCappedRefused,
  pageSizeDefaultIsAll,
  pageSizeDefaultOfOne,
  pageSizeSmallClamped,
  rateLimitBursts,
  representationAsciiEscapes,
  representationChunked,
  representationCompressed,
  representationPretty,
  representationSlow,
  requiredFieldsDataOptional,
  requiredFieldsGroupOptional,
  requiredFieldsWorkflowOnActions,
  searchKeysDottedBelowData,
  searchKeysEmptyFindsNothing,
  searchKeysEmptyIsRefused,
  searchKeysInnerNested,
  searchKeysNestedBelowData,
  searchKeysNewestFirst,
  searchKeysScalarsOnly,
  searchKeysTextByPart,
  searchKeysTextByPrefix,
  searchKeysTextWithoutCase,
  searchKeysTextsOnly,
  searchKeysTopLevelOnly,
  searchLagLong,
  searchLagShort,
  searchWorkflowKeyIdsOnly,
  searchWorkflowKeyNamesOnly,
  searchWorkflowKeyV2NamesOnly,
  sizeLimitsFewFiles,
  sizeLimitsSmallData,
  sizeLimitsSmallFiles,
  stateDataAmongOtherMembers,
  stateDataBase64,
  stateDataDeepMerge,
  stateDataFirstWins,
  stateDataFlat,
  stateDataJsonText,
  stateDataKeyedByAction,
  stateDataKeyedByGroup,
  stateDataListOfActions,
  stateDataMergePatch,
  stateDataNestedDeeper,
  stateDataNullRemoves,
  stateDataOpaque,
  stateDataReplace,
  tokenEncrypted,
  tokenHs256,
  tokenLatestLoginOnly,
  tokenLongLived,
  tokenManyClaims,
  tokenNoClaims,
  tokenShortLived,
  unknownTrace400,
  unknownTrace403,
  unknownTrace410,
  unknownTraceMalformed404,
  volatileMembersLinkRequestId,
  volatileMembersStateReadTime,
  zipEntryNamesDigest,
  zipEntryNamesInFolders,
  zipEntryNamesNumbered,
  zipEntryNamesPartName,
  zipEntryNamesStored,
];
