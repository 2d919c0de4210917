import type { Fault } from "./fault.ts";
import { aTraceHoldsFourLinks } from "./actions/a-trace-holds-four-links.ts";
import { actionKeyOfEarlierLinksFollows } from "./actions/action-key-of-earlier-links-follows.ts";
import { everyThirdAnswerIsNoUuid } from "./actions/every-third-answer-is-no-uuid.ts";
import { filesMakeASecondLink } from "./actions/files-make-a-second-link.ts";
import { legacyAnswersTheDataOfTheAction } from "./actions/legacy-answers-the-data-of-the-action.ts";
import { legacyAnswersTheStateBefore } from "./actions/legacy-answers-the-state-before.ts";
import { legacyAnswersTheUuid } from "./actions/legacy-answers-the-uuid.ts";
import { legacyBrokenJsonIsAnsweredWithAState } from "./actions/legacy-broken-json-is-answered-with-a-state.ts";
import { legacyCallsTheStateData } from "./actions/legacy-calls-the-state-data.ts";
import { legacyRefusesFiles } from "./actions/legacy-refuses-files.ts";
import { legacyRefusesTheWorkflowId } from "./actions/legacy-refuses-the-workflow-id.ts";
import { legacyUnknownTraceAnswersAnEmptyState } from "./actions/legacy-unknown-trace-answers-an-empty-state.ts";
import { linkIsMadeWithoutChangingTheState } from "./actions/link-is-made-without-changing-the-state.ts";
import { onlyTheNewestLinkListsItsFiles } from "./actions/only-the-newest-link-lists-its-files.ts";
import { repeatedDataMakeNoLink } from "./actions/repeated-data-make-no-link.ts";
import { thirdLinkRewritesTheFirst } from "./actions/third-link-rewrites-the-first.ts";
import { uuidNamesTheTraceFromTheThirdLinkOn } from "./actions/uuid-names-the-trace-from-the-third-link-on.ts";
import { uuidNamesTheTraceWhenThereAreFiles } from "./actions/uuid-names-the-trace-when-there-are-files.ts";
import { v2AnswersTheState } from "./actions/v2-answers-the-state.ts";
import { v2BrokenJsonAppendsAnEmptyAction } from "./actions/v2-broken-json-appends-an-empty-action.ts";
import { v2CreatesTheTraceItDoesNotFind } from "./actions/v2-creates-the-trace-it-does-not-find.ts";
import { v2RefusesTheWorkflowId } from "./actions/v2-refuses-the-workflow-id.ts";
import { v2TakesOneFileOnly } from "./actions/v2-takes-one-file-only.ts";
import { actionWithABadTokenIsDoneAndRefused } from "./authentication/action-with-a-bad-token-is-done-and-refused.ts";
import { legacyArchiveIgnoresTheSignature } from "./authentication/legacy-archive-ignores-the-signature.ts";
import { legacyArchiveNeedsNoToken } from "./authentication/legacy-archive-needs-no-token.ts";
import { legacyCreationIgnoresTheSignature } from "./authentication/legacy-creation-ignores-the-signature.ts";
import { legacyCreationNeedsNoToken } from "./authentication/legacy-creation-needs-no-token.ts";
import { legacyCreationWithoutTokenIsDoneAndRefused } from "./authentication/legacy-creation-without-token-is-done-and-refused.ts";
import { legacyDetailsNeedNoToken } from "./authentication/legacy-details-need-no-token.ts";
import { legacyDetailsTakeUnsignedTokens } from "./authentication/legacy-details-take-unsigned-tokens.ts";
import { legacyLinkNeedsNoToken } from "./authentication/legacy-link-needs-no-token.ts";
import { legacyLinkTakesAnyToken } from "./authentication/legacy-link-takes-any-token.ts";
import { legacyRefusesTokensOfV2 } from "./authentication/legacy-refuses-tokens-of-v2.ts";
import { legacySearchNeedsNoToken } from "./authentication/legacy-search-needs-no-token.ts";
import { legacySearchTakesAnyToken } from "./authentication/legacy-search-takes-any-token.ts";
import { legacyStateNeedsNoToken } from "./authentication/legacy-state-needs-no-token.ts";
import { legacyStateTakesTheBeginningOfAToken } from "./authentication/legacy-state-takes-the-beginning-of-a-token.ts";
import { legacyWorkflowsNeedsNoToken } from "./authentication/legacy-workflows-needs-no-token.ts";
import { legacyWorkflowsRefuseEverybody } from "./authentication/legacy-workflows-refuse-everybody.ts";
import { legacyWorkflowsTakeUnsignedTokens } from "./authentication/legacy-workflows-take-unsigned-tokens.ts";
import { v2ActionNeedsNoToken } from "./authentication/v2-action-needs-no-token.ts";
import { v2ActionTakesAnyToken } from "./authentication/v2-action-takes-any-token.ts";
import { v2ArchiveIgnoresTheSignature } from "./authentication/v2-archive-ignores-the-signature.ts";
import { v2ArchiveNeedsNoToken } from "./authentication/v2-archive-needs-no-token.ts";
import { v2CreationIgnoresTheSignature } from "./authentication/v2-creation-ignores-the-signature.ts";
import { v2CreationNeedsNoToken } from "./authentication/v2-creation-needs-no-token.ts";
import { v2DetailsNeedNoToken } from "./authentication/v2-details-need-no-token.ts";
import { v2DetailsTakeUnsignedTokens } from "./authentication/v2-details-take-unsigned-tokens.ts";
import { v2FileNeedsNoToken } from "./authentication/v2-file-needs-no-token.ts";
import { v2FileRefusesTokensOfLegacy } from "./authentication/v2-file-refuses-tokens-of-legacy.ts";
import { v2FileTakesAnyToken } from "./authentication/v2-file-takes-any-token.ts";
import { v2SearchNeedsNoToken } from "./authentication/v2-search-needs-no-token.ts";
import { v2SearchTakesUnsignedTokens } from "./authentication/v2-search-takes-unsigned-tokens.ts";
import { v2StateNeedsNoToken } from "./authentication/v2-state-needs-no-token.ts";
import { v2StateTakesTheBeginningOfAToken } from "./authentication/v2-state-takes-the-beginning-of-a-token.ts";
import { v2WorkflowsNeedsNoToken } from "./authentication/v2-workflows-needs-no-token.ts";
import { v2WorkflowsTakeTheBeginningOfAToken } from "./authentication/v2-workflows-take-the-beginning-of-a-token.ts";
import { countIsReadBeforeTheLinks } from "./concurrency/count-is-read-before-the-links.ts";
import { creationsShareTheirData } from "./concurrency/creations-share-their-data.ts";
import { creationsShareTheirUuid } from "./concurrency/creations-share-their-uuid.ts";
import { lostUpdate } from "./concurrency/lost-update.ts";
import { secondAppendAtOnceFails } from "./concurrency/second-append-at-once-fails.ts";
import { stateShowsHalfAnAction } from "./concurrency/state-shows-half-an-action.ts";
import { twoAppendsOneLink } from "./concurrency/two-appends-one-link.ts";
import { uploadsShareTheirFiles } from "./concurrency/uploads-share-their-files.ts";
import { everySeventhAnswersAnEarlierUuid } from "./creation/every-seventh-answers-an-earlier-uuid.ts";
import { legacyBrokenJsonCountsAsEmpty } from "./creation/legacy-broken-json-counts-as-empty.ts";
import { legacyTakesOneFileOnly } from "./creation/legacy-takes-one-file-only.ts";
import { legacyTextIsQuotedTwice } from "./creation/legacy-text-is-quoted-twice.ts";
import { legacyTraceShowsLate } from "./creation/legacy-trace-shows-late.ts";
import { legacyUuidWithoutHyphens } from "./creation/legacy-uuid-without-hyphens.ts";
import { legacyWantsTheV2Form } from "./creation/legacy-wants-the-v2-form.ts";
import { sameInputSameTrace } from "./creation/same-input-same-trace.ts";
import { unknownWorkflowBecomesTheFirst } from "./creation/unknown-workflow-becomes-the-first.ts";
import { v2AnswersAnObject } from "./creation/v2-answers-an-object.ts";
import { v2BrokenJsonIsAnsweredWithAUuid } from "./creation/v2-broken-json-is-answered-with-a-uuid.ts";
import { v2NeedsAFile } from "./creation/v2-needs-a-file.ts";
import { v2UuidInBraces } from "./creation/v2-uuid-in-braces.ts";
import { v2WantsOnePartNameForAllFiles } from "./creation/v2-wants-one-part-name-for-all-files.ts";
import { v2WantsTheLegacyForm } from "./creation/v2-wants-the-legacy-form.ts";
import { withFilesAnswersTheUuidOfTheLink } from "./creation/with-files-answers-the-uuid-of-the-link.ts";
import { accentsAreLostInTheLegacyState } from "./data/accents-are-lost-in-the-legacy-state.ts";
import { arraysAreCutAt100 } from "./data/arrays-are-cut-at-100.ts";
import { arraysAreDeduplicated } from "./data/arrays-are-deduplicated.ts";
import { arraysAreSorted } from "./data/arrays-are-sorted.ts";
import { arraysBeyondEightLevelsAreLostInTheState } from "./data/arrays-beyond-eight-levels-are-lost-in-the-state.ts";
import { arraysComeReversedInTheLegacyState } from "./data/arrays-come-reversed-in-the-legacy-state.ts";
import { arraysOfOneAreUnwrapped } from "./data/arrays-of-one-are-unwrapped.ts";
import { backslashesAreDropped } from "./data/backslashes-are-dropped.ts";
import { booleansBecomeNumbersInLinks } from "./data/booleans-become-numbers-in-links.ts";
import { booleansBecomeTextInActions } from "./data/booleans-become-text-in-actions.ts";
import { compatibleCharactersAreFoldedInLinks } from "./data/compatible-characters-are-folded-in-links.ts";
import { controlCharactersAreDropped } from "./data/control-characters-are-dropped.ts";
import { datesBecomeTimes } from "./data/dates-become-times.ts";
import { digitsInTextsBecomeNumbers } from "./data/digits-in-texts-become-numbers.ts";
import { directionMarksAreStripped } from "./data/direction-marks-are-stripped.ts";
import { dollarKeysAreDropped } from "./data/dollar-keys-are-dropped.ts";
import { dotsInKeysMakeObjects } from "./data/dots-in-keys-make-objects.ts";
import { emojiBecomeQuestionMarks } from "./data/emoji-become-question-marks.ts";
import { emptyArraysAreDropped } from "./data/empty-arrays-are-dropped.ts";
import { emptyArraysBecomeObjectsOnLegacy } from "./data/empty-arrays-become-objects-on-legacy.ts";
import { emptyKeyIsDropped } from "./data/empty-key-is-dropped.ts";
import { emptyObjectsBecomeNull } from "./data/empty-objects-become-null.ts";
import { emptyTextsAreDropped } from "./data/empty-texts-are-dropped.ts";
import { emptyTextsBecomeNullInTheState } from "./data/empty-texts-become-null-in-the-state.ts";
import { falseIsDropped } from "./data/false-is-dropped.ts";
import { floatsAreRoundedToTwoPlaces } from "./data/floats-are-rounded-to-two-places.ts";
import { floatsHaveSinglePrecisionInLinks } from "./data/floats-have-single-precision-in-links.ts";
import { fractionsAreCutThroughLegacy } from "./data/fractions-are-cut-through-legacy.ts";
import { htmlIsEscaped } from "./data/html-is-escaped.ts";
import { inheritedNamesAreDropped } from "./data/inherited-names-are-dropped.ts";
import { integersWrapAt32Bits } from "./data/integers-wrap-at-32-bits.ts";
import { keysAreCutAt63 } from "./data/keys-are-cut-at-63.ts";
import { keysAreLowerCased } from "./data/keys-are-lower-cased.ts";
import { keysAreTrimmedInTheState } from "./data/keys-are-trimmed-in-the-state.ts";
import { keysBeyondAsciiAreDropped } from "./data/keys-beyond-ascii-are-dropped.ts";
import { largeIntegersBecomeTextInTheState } from "./data/large-integers-become-text-in-the-state.ts";
import { largeNumbersAreCapped } from "./data/large-numbers-are-capped.ts";
import { legacyCreationReadsLatin1 } from "./data/legacy-creation-reads-latin-1.ts";
import { levelsBeyondTwentyAreTextInLinks } from "./data/levels-beyond-twenty-are-text-in-links.ts";
import { lineEndsBecomeLf } from "./data/line-ends-become-lf.ts";
import { membersBeyondThirtyAreLost } from "./data/members-beyond-thirty-are-lost.ts";
import { nestedArraysAreFlattened } from "./data/nested-arrays-are-flattened.ts";
import { noBreakSpacesBecomeSpaces } from "./data/no-break-spaces-become-spaces.ts";
import { nullsAreDroppedFromLinks } from "./data/nulls-are-dropped-from-links.ts";
import { nullsBecomeTextAtCreation } from "./data/nulls-become-text-at-creation.ts";
import { nullsInArraysAreDropped } from "./data/nulls-in-arrays-are-dropped.ts";
import { numberedMembersMakeAnArray } from "./data/numbered-members-make-an-array.ts";
import { objectsBeyondTenLevelsBecomeEmpty } from "./data/objects-beyond-ten-levels-become-empty.ts";
import { objectsInArraysBecomeText } from "./data/objects-in-arrays-become-text.ts";
import { percentSignsAreDecoded } from "./data/percent-signs-are-decoded.ts";
import { plusSignsBecomeSpaces } from "./data/plus-signs-become-spaces.ts";
import { protoKeyIsDropped } from "./data/proto-key-is-dropped.ts";
import { quotesAreDoubled } from "./data/quotes-are-doubled.ts";
import { runsOfSpacesCollapse } from "./data/runs-of-spaces-collapse.ts";
import { spacesAtTheEndsAreTrimmed } from "./data/spaces-at-the-ends-are-trimmed.ts";
import { spacesInKeysBecomeUnderscoresInLinks } from "./data/spaces-in-keys-become-underscores-in-links.ts";
import { tabsBecomeSpaces } from "./data/tabs-become-spaces.ts";
import { tagsAreStrippedInLinks } from "./data/tags-are-stripped-in-links.ts";
import { textsAreCutAt255 } from "./data/texts-are-cut-at-255.ts";
import { textsAreCutAt4096InTheState } from "./data/texts-are-cut-at-4096-in-the-state.ts";
import { textsAreCutAt65535InLinks } from "./data/texts-are-cut-at-65535-in-links.ts";
import { textsAreDecomposed } from "./data/texts-are-decomposed.ts";
import { textsAreNormalised } from "./data/texts-are-normalised.ts";
import { textsEndAtTheFirstEmoji } from "./data/texts-end-at-the-first-emoji.ts";
import { textsOfJsonAreParsed } from "./data/texts-of-json-are-parsed.ts";
import { theWordNullBecomesNull } from "./data/the-word-null-becomes-null.ts";
import { thirdActionTrimsTexts } from "./data/third-action-trims-texts.ts";
import { timesAreWrittenAnew } from "./data/times-are-written-anew.ts";
import { tinyNumbersBecomeZero } from "./data/tiny-numbers-become-zero.ts";
import { tracesAfterTheTwentiethLoseAMember } from "./data/traces-after-the-twentieth-lose-a-member.ts";
import { wordsBecomeBooleans } from "./data/words-become-booleans.ts";
import { zeroBecomesNull } from "./data/zero-becomes-null.ts";
import { zeroWidthCharactersAreStripped } from "./data/zero-width-characters-are-stripped.ts";
import { everySecondReadIsReversed } from "./details/every-second-read-is-reversed.ts";
import { hasNextIsNullOnTheLastPage } from "./details/has-next-is-null-on-the-last-page.ts";
import { laterLinksShowTheState } from "./details/later-links-show-the-state.ts";
import { legacyFirstPageLacksHasPrevious } from "./details/legacy-first-page-lacks-has-previous.ts";
import { legacyLinksByNumber } from "./details/legacy-links-by-number.ts";
import { legacyNewestLinksChangePlaces } from "./details/legacy-newest-links-change-places.ts";
import { legacyRefusesTracesWithoutFiles } from "./details/legacy-refuses-traces-without-files.ts";
import { legacySinglePageHasNoInfo } from "./details/legacy-single-page-has-no-info.ts";
import { legacyTotalCountIsThatOfTheLastRead } from "./details/legacy-total-count-is-that-of-the-last-read.ts";
import { linkOfAnotherTraceSlipsIn } from "./details/link-of-another-trace-slips-in.ts";
import { linksLoseNestedObjects } from "./details/links-lose-nested-objects.ts";
import { linksWithFilesComeFirst } from "./details/links-with-files-come-first.ts";
import { secondReadLacksTheNewestLink } from "./details/second-read-lacks-the-newest-link.ts";
import { totalCountCountsFilesToo } from "./details/total-count-counts-files-too.ts";
import { totalCountStopsAtFive } from "./details/total-count-stops-at-five.ts";
import { unknownTraceHasNoLinks } from "./details/unknown-trace-has-no-links.ts";
import { v2EmptyPageHasNoList } from "./details/v2-empty-page-has-no-list.ts";
import { v2HasNextIsAText } from "./details/v2-has-next-is-a-text.ts";
import { v2ReadsArgumentsBesideData } from "./details/v2-reads-arguments-beside-data.ts";
import { v2RefusesTheErrorMember } from "./details/v2-refuses-the-error-member.ts";
import { v2TotalCountIsAText } from "./details/v2-total-count-is-a-text.ts";
import { legacyCreationInEnvelope } from "./envelope/legacy-creation-in-envelope.ts";
import { legacyDetailsInEnvelope } from "./envelope/legacy-details-in-envelope.ts";
import { legacyLinkInEnvelope } from "./envelope/legacy-link-in-envelope.ts";
import { legacyLoginInEnvelope } from "./envelope/legacy-login-in-envelope.ts";
import { legacySearchInEnvelope } from "./envelope/legacy-search-in-envelope.ts";
import { legacyStateOfALongerTraceInEnvelope } from "./envelope/legacy-state-of-a-longer-trace-in-envelope.ts";
import { legacyWorkflowsBelowData } from "./envelope/legacy-workflows-below-data.ts";
import { v2ActionWithFilesWithoutErrorMember } from "./envelope/v2-action-with-files-without-error-member.ts";
import { v2CreationBare } from "./envelope/v2-creation-bare.ts";
import { v2DetailsAsJsonText } from "./envelope/v2-details-as-json-text.ts";
import { v2DetailsCallTheirPayloadResult } from "./envelope/v2-details-call-their-payload-result.ts";
import { v2LoginPutsTheTokenBesideData } from "./envelope/v2-login-puts-the-token-beside-data.ts";
import { v2PrivateKeyLoginBare } from "./envelope/v2-private-key-login-bare.ts";
import { v2SearchBare } from "./envelope/v2-search-bare.ts";
import { v2StateSaysErrors } from "./envelope/v2-state-says-errors.ts";
import { v2StateWithoutErrorMember } from "./envelope/v2-state-without-error-member.ts";
import { v2WorkflowsInEnvelope } from "./envelope/v2-workflows-in-envelope.ts";
import { legacyActionForgetsItsFiles } from "./equivalence/legacy-action-forgets-its-files.ts";
import { legacyActionKeysInCapitals } from "./equivalence/legacy-action-keys-in-capitals.ts";
import { legacyArchiveMissesUploadsOfV2 } from "./equivalence/legacy-archive-misses-uploads-of-v2.ts";
import { legacyCreationForgetsItsFiles } from "./equivalence/legacy-creation-forgets-its-files.ts";
import { legacyCreationLosesTheGroupLabel } from "./equivalence/legacy-creation-loses-the-group-label.ts";
import { legacyCreationWrapsItsData } from "./equivalence/legacy-creation-wraps-its-data.ts";
import { legacyDetailsHideTheGroup } from "./equivalence/legacy-details-hide-the-group.ts";
import { legacyDigestsInCapitals } from "./equivalence/legacy-digests-in-capitals.ts";
import { legacyDoesNotKnowTracesOfV2 } from "./equivalence/legacy-does-not-know-traces-of-v2.ts";
import { legacyIgnoresLast } from "./equivalence/legacy-ignores-last.ts";
import { legacyLinksJoinArrays } from "./equivalence/legacy-links-join-arrays.ts";
import { legacyLinksReplaceTheState } from "./equivalence/legacy-links-replace-the-state.ts";
import { legacyPagesHoldTwoLinks } from "./equivalence/legacy-pages-hold-two-links.ts";
import { legacySearchMissesTracesThatWereActedOn } from "./equivalence/legacy-search-misses-traces-that-were-acted-on.ts";
import { legacyStateHasOtherNames } from "./equivalence/legacy-state-has-other-names.ts";
import { legacyStateLacksWhatV2ActionsAdded } from "./equivalence/legacy-state-lacks-what-v2-actions-added.ts";
import { legacyTotalCountsLegacyLinks } from "./equivalence/legacy-total-counts-legacy-links.ts";
import { legacyWorkflowNamesHaveAPrefix } from "./equivalence/legacy-workflow-names-have-a-prefix.ts";
import { v2ActionKeepsItsFirstFile } from "./equivalence/v2-action-keeps-its-first-file.ts";
import { v2ActionsKeepWhatFalsyValuesWouldReplace } from "./equivalence/v2-actions-keep-what-falsy-values-would-replace.ts";
import { v2DetailsDoNotKnowTracesOfLegacy } from "./equivalence/v2-details-do-not-know-traces-of-legacy.ts";
import { v2DetailsHideLinksOfLegacy } from "./equivalence/v2-details-hide-links-of-legacy.ts";
import { v2FileMissesUploadsOfLegacy } from "./equivalence/v2-file-misses-uploads-of-legacy.ts";
import { v2LinksHideTheirFiles } from "./equivalence/v2-links-hide-their-files.ts";
import { v2SearchMissesTracesOfLegacy } from "./equivalence/v2-search-misses-traces-of-legacy.ts";
import { anyTraceServesAnyDigest } from "./file/any-trace-serves-any-digest.ts";
import { bodyIsBase64 } from "./file/body-is-base64.ts";
import { bodyIsPackedUnsaid } from "./file/body-is-packed-unsaid.ts";
import { bodyIsWrappedInJson } from "./file/body-is-wrapped-in-json.ts";
import { digestsAreComparedByTheirBeginning } from "./file/digests-are-compared-by-their-beginning.ts";
import { emptyFileGetsALineEnd } from "./file/empty-file-gets-a-line-end.ts";
import { emptyFileIsNotFound } from "./file/empty-file-is-not-found.ts";
import { emptyFilesAreNotAttached } from "./file/empty-files-are-not-attached.ts";
import { endsAfterTheFirstChunk } from "./file/ends-after-the-first-chunk.ts";
import { endsAtTheFirstZeroByte } from "./file/ends-at-the-first-zero-byte.ts";
import { isReadAsUtf8 } from "./file/is-read-as-utf-8.ts";
import { knownContentIsNotAttachedAgain } from "./file/known-content-is-not-attached-again.ts";
import { lastByteIsLost } from "./file/last-byte-is-lost.ts";
import { legacyUploadsAreRecoded } from "./file/legacy-uploads-are-recoded.ts";
import { fileLineEndsBecomeLf } from "./file/line-ends-become-lf.ts";
import { newestOfANameIsServed } from "./file/newest-of-a-name-is-served.ts";
import { onlyTheFirstFileHasADigest } from "./file/only-the-first-file-has-a-digest.ts";
import { sameLengthIsTheSameFile } from "./file/same-length-is-the-same-file.ts";
import { sameNameOverwritesWithinAnAction } from "./file/same-name-overwrites-within-an-action.ts";
import { samePartNameOverwritesWithinAnAction } from "./file/same-part-name-overwrites-within-an-action.ts";
import { secondChunkComesTwice } from "./file/second-chunk-comes-twice.ts";
import { secondDownloadIsLonger } from "./file/second-download-is-longer.ts";
import { textGetsAByteOrderMark } from "./file/text-gets-a-byte-order-mark.ts";
import { thirdFileAndLaterAreLost } from "./file/third-file-and-later-are-lost.ts";
import { twoFilesChangePlaces } from "./file/two-files-change-places.ts";
import { unknownDigestGivesAnEmptyFile } from "./file/unknown-digest-gives-an-empty-file.ts";
import { uploadsGetALineEnd } from "./file/uploads-get-a-line-end.ts";
import { archiveHasAManifest } from "./files/archive-has-a-manifest.ts";
import { archiveHasTheFilesOfTheOneBefore } from "./files/archive-has-the-files-of-the-one-before.ts";
import { archiveHoldsTheWholeTrace } from "./files/archive-holds-the-whole-trace.ts";
import { archiveLosesItsLastFile } from "./files/archive-loses-its-last-file.ts";
import { checksumsAreWrong } from "./files/checksums-are-wrong.ts";
import { directoryNamesTooManyFiles } from "./files/directory-names-too-many-files.ts";
import { emptyFilesAreLeftOut } from "./files/empty-files-are-left-out.ts";
import { endOfTheArchiveIsMissing } from "./files/end-of-the-archive-is-missing.ts";
import { entriesCallThemselvesEncrypted } from "./files/entries-call-themselves-encrypted.ts";
import { entriesEndAt64Kib } from "./files/entries-end-at-64-kib.ts";
import { entryNamesClimbOut } from "./files/entry-names-climb-out.ts";
import { filesOfSeveralActionsAreRefused } from "./files/files-of-several-actions-are-refused.ts";
import { largeFilesComeEmpty } from "./files/large-files-come-empty.ts";
import { legacyAnswersGzip } from "./files/legacy-answers-gzip.ts";
import { legacyArchiveHasFilesOfOtherTraces } from "./files/legacy-archive-has-files-of-other-traces.ts";
import { legacyArchiveHasTwoFilesAtMost } from "./files/legacy-archive-has-two-files-at-most.ts";
import { legacyArchiveRecodesBytes } from "./files/legacy-archive-recodes-bytes.ts";
import { lineEndsBecomeCrlf } from "./files/line-ends-become-crlf.ts";
import { namesAndContentsAreShifted } from "./files/names-and-contents-are-shifted.ts";
import { oneActionAtATime } from "./files/one-action-at-a-time.ts";
import { onlyTheFirstDigestCounts } from "./files/only-the-first-digest-counts.ts";
import { sameNamesOverwriteEachOther } from "./files/same-names-overwrite-each-other.ts";
import { strangersAreLeftOut } from "./files/strangers-are-left-out.ts";
import { v2AnswersJson } from "./files/v2-answers-json.ts";
import { v2ArchiveHasFilesOfOtherTraces } from "./files/v2-archive-has-files-of-other-traces.ts";
import { v2ArchiveRepairsUtf8 } from "./files/v2-archive-repairs-utf-8.ts";
import { anybodyMayAppendThroughLegacy } from "./isolation/anybody-may-append-through-legacy.ts";
import { anybodyMayAppendThroughV2 } from "./isolation/anybody-may-append-through-v2.ts";
import { detailsAreOpenToAll } from "./isolation/details-are-open-to-all.ts";
import { legacyArchiveIsOpenToAll } from "./isolation/legacy-archive-is-open-to-all.ts";
import { legacyStateIsOpenToAll } from "./isolation/legacy-state-is-open-to-all.ts";
import { searchSeesOtherOrganizations } from "./isolation/search-sees-other-organizations.ts";
import { stateIsOpenToAll } from "./isolation/state-is-open-to-all.ts";
import { v2FileIsOpenToAll } from "./isolation/v2-file-is-open-to-all.ts";
import { anyTextIsAPrivateKey } from "./login/any-text-is-a-private-key.ts";
import { anyUsersPasswordOpensEveryUser } from "./login/any-users-password-opens-every-user.ts";
import { everybodyGetsTheSameUsersToken } from "./login/everybody-gets-the-same-users-token.ts";
import { legacyCallsItAccessToken } from "./login/legacy-calls-it-access-token.ts";
import { legacyIgnoresCaseInPasswords } from "./login/legacy-ignores-case-in-passwords.ts";
import { legacyIgnoresTheDomainOfTheEmail } from "./login/legacy-ignores-the-domain-of-the-email.ts";
import { legacyIgnoresWhatFollowsThePassword } from "./login/legacy-ignores-what-follows-the-password.ts";
import { legacyTakesAPasswordOfAnotherType } from "./login/legacy-takes-a-password-of-another-type.ts";
import { legacyTakesAnyPassword } from "./login/legacy-takes-any-password.ts";
import { legacyTakesTheBeginningOfAPassword } from "./login/legacy-takes-the-beginning-of-a-password.ts";
import { legacyTokenOpensNothing } from "./login/legacy-token-opens-nothing.ts";
import { privateKeyLoginWantsAToken } from "./login/private-key-login-wants-a-token.ts";
import { privateKeyMayBeMissing } from "./login/private-key-may-be-missing.ts";
import { privateKeyOfNobodyGetsAToken } from "./login/private-key-of-nobody-gets-a-token.ts";
import { privateKeyTokenHasExpired } from "./login/private-key-token-has-expired.ts";
import { privateKeyTokenHasTwoParts } from "./login/private-key-token-has-two-parts.ts";
import { privateKeyTokenIncludesTheScheme } from "./login/private-key-token-includes-the-scheme.ts";
import { privateKeyTokenIsAList } from "./login/private-key-token-is-a-list.ts";
import { v2ComparesEightCharacters } from "./login/v2-compares-eight-characters.ts";
import { v2CredentialLoginWantsAToken } from "./login/v2-credential-login-wants-a-token.ts";
import { v2LetsInUnknownEmails } from "./login/v2-lets-in-unknown-emails.ts";
import { v2NeedsNoPassword } from "./login/v2-needs-no-password.ts";
import { v2TakesAnyPassword } from "./login/v2-takes-any-password.ts";
import { v2TokenIsAnObject } from "./login/v2-token-is-an-object.ts";
import { v2TokenIsOpaque } from "./login/v2-token-is-opaque.ts";
import { v2TokenOpensNothing } from "./login/v2-token-opens-nothing.ts";
import { afterIncludesItsOwnLink } from "./pages/after-includes-its-own-link.ts";
import { afterIsIgnored } from "./pages/after-is-ignored.ts";
import { afterSkipsALink } from "./pages/after-skips-a-link.ts";
import { backwardSeamsRepeatALink } from "./pages/backward-seams-repeat-a-link.ts";
import { backwardSeamsSkipALink } from "./pages/backward-seams-skip-a-link.ts";
import { beforeIncludesItsOwnLink } from "./pages/before-includes-its-own-link.ts";
import { beforeIsIgnored } from "./pages/before-is-ignored.ts";
import { cursorsCountFromTheEnd } from "./pages/cursors-count-from-the-end.ts";
import { cursorsDieWhenTheTraceGrows } from "./pages/cursors-die-when-the-trace-grows.ts";
import { defaultPageComesFromTheMiddle } from "./pages/default-page-comes-from-the-middle.ts";
import { defaultPageLeavesOutTheMiddle } from "./pages/default-page-leaves-out-the-middle.ts";
import { endCursorIsANumber } from "./pages/end-cursor-is-a-number.ts";
import { endCursorNamesTheFirstLink } from "./pages/end-cursor-names-the-first-link.ts";
import { firstBeyondThreeGivesOneLess } from "./pages/first-beyond-three-gives-one-less.ts";
import { firstGivesOneMore } from "./pages/first-gives-one-more.ts";
import { firstOfOneGivesTwo } from "./pages/first-of-one-gives-two.ts";
import { fullPageAlwaysHasNext } from "./pages/full-page-always-has-next.ts";
import { hasNextForgetsTheCursor } from "./pages/has-next-forgets-the-cursor.ts";
import { hasNextIsFalseForSingleLinks } from "./pages/has-next-is-false-for-single-links.ts";
import { hasNextOnTheLastPage } from "./pages/has-next-on-the-last-page.ts";
import { hasPreviousIsAlwaysFalse } from "./pages/has-previous-is-always-false.ts";
import { hasPreviousOnTheFirstPage } from "./pages/has-previous-on-the-first-page.ts";
import { hasPreviousOnlyBehindACursor } from "./pages/has-previous-only-behind-a-cursor.ts";
import { lastBeyondTheTraceGivesNothing } from "./pages/last-beyond-the-trace-gives-nothing.ts";
import { lastComesInReverse } from "./pages/last-comes-in-reverse.ts";
import { lastCountsFromTheStart } from "./pages/last-counts-from-the-start.ts";
import { lastGivesOneLess } from "./pages/last-gives-one-less.ts";
import { lastIsIgnored } from "./pages/last-is-ignored.ts";
import { legacyAfterIsIgnored } from "./pages/legacy-after-is-ignored.ts";
import { legacyComesNewestFirst } from "./pages/legacy-comes-newest-first.ts";
import { orderTurnsBehindACursor } from "./pages/order-turns-behind-a-cursor.ts";
import { pagesBehindACursorHoldTwoLinks } from "./pages/pages-behind-a-cursor-hold-two-links.ts";
import { seamsRepeatALink } from "./pages/seams-repeat-a-link.ts";
import { secondSeamSkipsALink } from "./pages/second-seam-skips-a-link.ts";
import { startCursorIsAnObject } from "./pages/start-cursor-is-an-object.ts";
import { startCursorNamesTheLastLink } from "./pages/start-cursor-names-the-last-link.ts";
import { totalCountOfThePage } from "./pages/total-count-of-the-page.ts";
import { totalCountOfWhatIsLeft } from "./pages/total-count-of-what-is-left.ts";
import { v2FirstIsIgnored } from "./pages/v2-first-is-ignored.ts";
import { walkEndsBehindTheFourthLink } from "./pages/walk-ends-behind-the-fourth-link.ts";
import { anythingNamesTheNewestTrace } from "./refusals/anything-names-the-newest-trace.ts";
import { creationInAnUnknownWorkflowIsKeptElsewhere } from "./refusals/creation-in-an-unknown-workflow-is-kept-elsewhere.ts";
import { fourthReadingOfDetailsIsForbidden } from "./refusals/fourth-reading-of-details-is-forbidden.ts";
import { freshTraceHasNoV2State } from "./refusals/fresh-trace-has-no-v2-state.ts";
import { legacySearchRefusesASecondFilter } from "./refusals/legacy-search-refuses-a-second-filter.ts";
import { refusedActionChangesTheState } from "./refusals/refused-action-changes-the-state.ts";
import { refusedActionIsCounted } from "./refusals/refused-action-is-counted.ts";
import { refusedActionIsKept } from "./refusals/refused-action-is-kept.ts";
import { refusedActionLeavesItsFiles } from "./refusals/refused-action-leaves-its-files.ts";
import { refusedCreationIsFound } from "./refusals/refused-creation-is-found.ts";
import { textBehindAUuidIsIgnored } from "./refusals/text-behind-a-uuid-is-ignored.ts";
import { badTokenIsAServerError } from "./robustness/bad-token-is-a-server-error.ts";
import { brokenFormIsAServerError } from "./robustness/broken-form-is-a-server-error.ts";
import { brokenOffUploadIsNeverAnswered } from "./robustness/broken-off-upload-is-never-answered.ts";
import { errorBodyHasSingleQuotes } from "./robustness/error-body-has-single-quotes.ts";
import { errorBodyIsAsLargeAsADisk } from "./robustness/error-body-is-as-large-as-a-disk.ts";
import { errorBodyIsCut } from "./robustness/error-body-is-cut.ts";
import { errorBodyIsNestedWithoutMeasure } from "./robustness/error-body-is-nested-without-measure.ts";
import { malformedJsonCutsTheConnection } from "./robustness/malformed-json-cuts-the-connection.ts";
import { malformedJsonIsAServerError } from "./robustness/malformed-json-is-a-server-error.ts";
import { malformedJsonIsNeverAnswered } from "./robustness/malformed-json-is-never-answered.ts";
import { missingDigestsAreAServerError } from "./robustness/missing-digests-are-a-server-error.ts";
import { missingFieldIsAServerError } from "./robustness/missing-field-is-a-server-error.ts";
import { oddPageSizeIsAServerError } from "./robustness/odd-page-size-is-a-server-error.ts";
import { oddTraceIdCutsTheConnection } from "./robustness/odd-trace-id-cuts-the-connection.ts";
import { oddTraceIdIsAServerError } from "./robustness/odd-trace-id-is-a-server-error.ts";
import { refusalsShowAJavaStack } from "./robustness/refusals-show-a-java-stack.ts";
import { refusalsShowAPythonStack } from "./robustness/refusals-show-a-python-stack.ts";
import { refusalsShowTheQuery } from "./robustness/refusals-show-the-query.ts";
import { refusedTokenIsRepeated } from "./robustness/refused-token-is-repeated.ts";
import { unknownCursorIsAServerError } from "./robustness/unknown-cursor-is-a-server-error.ts";
import { unknownDigestCutsTheConnection } from "./robustness/unknown-digest-cuts-the-connection.ts";
import { unknownTraceIsAServerError } from "./robustness/unknown-trace-is-a-server-error.ts";
import { unknownTraceIsNeverAnswered } from "./robustness/unknown-trace-is-never-answered.ts";
import { unknownTraceRepeatsTheToken } from "./robustness/unknown-trace-repeats-the-token.ts";
import { unknownWorkflowIsAServerError } from "./robustness/unknown-workflow-is-a-server-error.ts";
import { wrongPasswordIsRepeated } from "./robustness/wrong-password-is-repeated.ts";
import { wrongPrivateKeyIsRepeated } from "./robustness/wrong-private-key-is-repeated.ts";
import { wrongTypeIsAServerError } from "./robustness/wrong-type-is-a-server-error.ts";
import { anyFilterSuffices } from "./search/any-filter-suffices.ts";
import { everySecondSearchFindsNothing } from "./search/every-second-search-finds-nothing.ts";
import { findsOneOfEqualTraces } from "./search/finds-one-of-equal-traces.ts";
import { findsOnlyTracesMadeThroughV2 } from "./search/finds-only-traces-made-through-v2.ts";
import { fractionsAreNeverFound } from "./search/fractions-are-never-found.ts";
import { indexIsOneActionBehind } from "./search/index-is-one-action-behind.ts";
import { indexNeverFollowsActions } from "./search/index-never-follows-actions.ts";
import { inventedTraceInEveryResult } from "./search/invented-trace-in-every-result.ts";
import { keyAloneCounts } from "./search/key-alone-counts.ts";
import { keysAreIndexedInLowerCase } from "./search/keys-are-indexed-in-lower-case.ts";
import { legacyActionsAreNotIndexed } from "./search/legacy-actions-are-not-indexed.ts";
import { legacyDropsTheLastFilter } from "./search/legacy-drops-the-last-filter.ts";
import { legacyIgnoresCase } from "./search/legacy-ignores-case.ts";
import { legacyListBelowTraces } from "./search/legacy-list-below-traces.ts";
import { legacySearchesOtherWorkflowsToo } from "./search/legacy-searches-other-workflows-too.ts";
import { legacySingleResultIsNoList } from "./search/legacy-single-result-is-no-list.ts";
import { membersOfLaterActionsAreNotIndexed } from "./search/members-of-later-actions-are-not-indexed.ts";
import { missesTheNewestOfSeveral } from "./search/misses-the-newest-of-several.ts";
import { missesTracesOfFourLinks } from "./search/misses-traces-of-four-links.ts";
import { missesTracesWithFiles } from "./search/misses-traces-with-files.ts";
import { missingKeysMatch } from "./search/missing-keys-match.ts";
import { oldValuesAreStillFound } from "./search/old-values-are-still-found.ts";
import { oneResultForEachAction } from "./search/one-result-for-each-action.ts";
import { onlyTheFirstFilterCounts } from "./search/only-the-first-filter-counts.ts";
import { otherWorkflowsAreSearchedToo } from "./search/other-workflows-are-searched-too.ts";
import { secondWorkflowIsNeverSearched } from "./search/second-workflow-is-never-searched.ts";
import { textsBeyondAsciiAreNeverFound } from "./search/texts-beyond-ascii-are-never-found.ts";
import { textsWithSpacesAreNeverFound } from "./search/texts-with-spaces-are-never-found.ts";
import { v2MatchesBeginnings } from "./search/v2-matches-beginnings.ts";
import { v2NothingIsTheNilUuid } from "./search/v2-nothing-is-the-nil-uuid.ts";
import { v2NullForNothing } from "./search/v2-null-for-nothing.ts";
import { v2ObjectsWithIds } from "./search/v2-objects-with-ids.ts";
import { downloadsAreCountedInTheState } from "./state/downloads-are-counted-in-the-state.ts";
import { everyTenthTraceSharesItsState } from "./state/every-tenth-trace-shares-its-state.ts";
import { filesKeepDataOut } from "./state/files-keep-data-out.ts";
import { fourthActionBringsFirstValuesBack } from "./state/fourth-action-brings-first-values-back.ts";
import { lastMemberIsDropped } from "./state/last-member-is-dropped.ts";
import { legacyStateIsAText } from "./state/legacy-state-is-a-text.ts";
import { legacyStateIsCalledData } from "./state/legacy-state-is-called-data.ts";
import { legacyStateStaysAsFirstRead } from "./state/legacy-state-stays-as-first-read.ts";
import { malformedIdHasAState } from "./state/malformed-id-has-a-state.ts";
import { readingDetailsTurnsArrays } from "./state/reading-details-turns-arrays.ts";
import { secondReadLacksAMember } from "./state/second-read-lacks-a-member.ts";
import { sixthActionForgetsTheEarlierOnes } from "./state/sixth-action-forgets-the-earlier-ones.ts";
import { thirdActionMergesDeeply } from "./state/third-action-merges-deeply.ts";
import { traceWithFilesStartsFromItsNeighbour } from "./state/trace-with-files-starts-from-its-neighbour.ts";
import { unknownTraceHasAnEmptyState } from "./state/unknown-trace-has-an-empty-state.ts";
import { v2EmptyStateIsNull } from "./state/v2-empty-state-is-null.ts";
import { v2StateIsAList } from "./state/v2-state-is-a-list.ts";
import { v2StateIsOneReadBehind } from "./state/v2-state-is-one-read-behind.ts";
import { v2StateWithoutItsName } from "./state/v2-state-without-its-name.ts";
import { legacyCreationAnswers201 } from "./status/legacy-creation-answers-201.ts";
import { legacyCreationAsOctetStream } from "./status/legacy-creation-as-octet-stream.ts";
import { legacyDetailsWithATrailingComma } from "./status/legacy-details-with-a-trailing-comma.ts";
import { legacySearchWithByteOrderMark } from "./status/legacy-search-with-byte-order-mark.ts";
import { legacySearchWithoutResultAnswers404 } from "./status/legacy-search-without-result-answers-404.ts";
import { legacyStateAsPlainText } from "./status/legacy-state-as-plain-text.ts";
import { legacyWorkflowsComeTwiceInOneAnswer } from "./status/legacy-workflows-come-twice-in-one-answer.ts";
import { lineBreaksStandBareInJson } from "./status/line-breaks-stand-bare-in-json.ts";
import { privateKeyLoginAsForm } from "./status/private-key-login-as-form.ts";
import { v2ActionWithFilesAnswers202 } from "./status/v2-action-with-files-answers-202.ts";
import { v2ArchiveAnswers206 } from "./status/v2-archive-answers-206.ts";
import { v2CreationAnswers201 } from "./status/v2-creation-answers-201.ts";
import { v2DetailsAsHtml } from "./status/v2-details-as-html.ts";
import { v2SearchWithoutResultAnswers204 } from "./status/v2-search-without-result-answers-204.ts";
import { v2StateInLatin1 } from "./status/v2-state-in-latin-1.ts";
import { v2WorkflowsInUtf16 } from "./status/v2-workflows-in-utf-16.ts";
import { everySecondListIsShorter } from "./workflows/every-second-list-is-shorter.ts";
import { firstOneIsListedTwice } from "./workflows/first-one-is-listed-twice.ts";
import { idAndNameChangePlaces } from "./workflows/id-and-name-change-places.ts";
import { lastOneIsMissing } from "./workflows/last-one-is-missing.ts";
import { legacyHasNoNames } from "./workflows/legacy-has-no-names.ts";
import { legacyListsOtherOrganizationsToo } from "./workflows/legacy-lists-other-organizations-too.ts";
import { legacySaysIdAndName } from "./workflows/legacy-says-id-and-name.ts";
import { legacyUnknownOrganizationListsAll } from "./workflows/legacy-unknown-organization-lists-all.ts";
import { v2IdsAreNumbers } from "./workflows/v2-ids-are-numbers.ts";
import { v2KeyedById } from "./workflows/v2-keyed-by-id.ts";
import { v2NamesInLowerCase } from "./workflows/v2-names-in-lower-case.ts";
import { v2UnknownOrganizationListsTheOwn } from "./workflows/v2-unknown-organization-lists-the-own.ts";

/** Every seeded fault, by area and name. */
export const faults: readonly Fault[] = [
  aTraceHoldsFourLinks,
  actionKeyOfEarlierLinksFollows,
  everyThirdAnswerIsNoUuid,
  filesMakeASecondLink,
  legacyAnswersTheDataOfTheAction,
  legacyAnswersTheStateBefore,
  legacyAnswersTheUuid,
  legacyBrokenJsonIsAnsweredWithAState,
  legacyCallsTheStateData,
  legacyRefusesFiles,
  legacyRefusesTheWorkflowId,
  legacyUnknownTraceAnswersAnEmptyState,
  linkIsMadeWithoutChangingTheState,
  onlyTheNewestLinkListsItsFiles,
  repeatedDataMakeNoLink,
  thirdLinkRewritesTheFirst,
  uuidNamesTheTraceFromTheThirdLinkOn,
  uuidNamesTheTraceWhenThereAreFiles,
  v2AnswersTheState,
  v2BrokenJsonAppendsAnEmptyAction,
  v2CreatesTheTraceItDoesNotFind,
  v2RefusesTheWorkflowId,
  v2TakesOneFileOnly,
  actionWithABadTokenIsDoneAndRefused,
  legacyArchiveIgnoresTheSignature,
  legacyArchiveNeedsNoToken,
  legacyCreationIgnoresTheSignature,
  legacyCreationNeedsNoToken,
  legacyCreationWithoutTokenIsDoneAndRefused,
  legacyDetailsNeedNoToken,
  legacyDetailsTakeUnsignedTokens,
  legacyLinkNeedsNoToken,
  legacyLinkTakesAnyToken,
  legacyRefusesTokensOfV2,
  legacySearchNeedsNoToken,
  legacySearchTakesAnyToken,
  legacyStateNeedsNoToken,
  legacyStateTakesTheBeginningOfAToken,
  legacyWorkflowsNeedsNoToken,
  legacyWorkflowsRefuseEverybody,
  legacyWorkflowsTakeUnsignedTokens,
  v2ActionNeedsNoToken,
  v2ActionTakesAnyToken,
  v2ArchiveIgnoresTheSignature,
  v2ArchiveNeedsNoToken,
  v2CreationIgnoresTheSignature,
  v2CreationNeedsNoToken,
  v2DetailsNeedNoToken,
  v2DetailsTakeUnsignedTokens,
  v2FileNeedsNoToken,
  v2FileRefusesTokensOfLegacy,
  v2FileTakesAnyToken,
  v2SearchNeedsNoToken,
  v2SearchTakesUnsignedTokens,
  v2StateNeedsNoToken,
  v2StateTakesTheBeginningOfAToken,
  v2WorkflowsNeedsNoToken,
  v2WorkflowsTakeTheBeginningOfAToken,
  countIsReadBeforeTheLinks,
  creationsShareTheirData,
  creationsShareTheirUuid,
  lostUpdate,
  secondAppendAtOnceFails,
  stateShowsHalfAnAction,
  twoAppendsOneLink,
  uploadsShareTheirFiles,
  everySeventhAnswersAnEarlierUuid,
  legacyBrokenJsonCountsAsEmpty,
  legacyTakesOneFileOnly,
  legacyTextIsQuotedTwice,
  legacyTraceShowsLate,
  legacyUuidWithoutHyphens,
  legacyWantsTheV2Form,
  sameInputSameTrace,
  unknownWorkflowBecomesTheFirst,
  v2AnswersAnObject,
  v2BrokenJsonIsAnsweredWithAUuid,
  v2NeedsAFile,
  v2UuidInBraces,
  v2WantsOnePartNameForAllFiles,
  v2WantsTheLegacyForm,
  withFilesAnswersTheUuidOfTheLink,
  accentsAreLostInTheLegacyState,
  arraysAreCutAt100,
  arraysAreDeduplicated,
  arraysAreSorted,
  arraysBeyondEightLevelsAreLostInTheState,
  arraysComeReversedInTheLegacyState,
  arraysOfOneAreUnwrapped,
  backslashesAreDropped,
  booleansBecomeNumbersInLinks,
  booleansBecomeTextInActions,
  compatibleCharactersAreFoldedInLinks,
  controlCharactersAreDropped,
  datesBecomeTimes,
  digitsInTextsBecomeNumbers,
  directionMarksAreStripped,
  dollarKeysAreDropped,
  dotsInKeysMakeObjects,
  emojiBecomeQuestionMarks,
  emptyArraysAreDropped,
  emptyArraysBecomeObjectsOnLegacy,
  emptyKeyIsDropped,
  emptyObjectsBecomeNull,
  emptyTextsAreDropped,
  emptyTextsBecomeNullInTheState,
  falseIsDropped,
  floatsAreRoundedToTwoPlaces,
  floatsHaveSinglePrecisionInLinks,
  fractionsAreCutThroughLegacy,
  htmlIsEscaped,
  inheritedNamesAreDropped,
  integersWrapAt32Bits,
  keysAreCutAt63,
  keysAreLowerCased,
  keysAreTrimmedInTheState,
  keysBeyondAsciiAreDropped,
  largeIntegersBecomeTextInTheState,
  largeNumbersAreCapped,
  legacyCreationReadsLatin1,
  levelsBeyondTwentyAreTextInLinks,
  lineEndsBecomeLf,
  membersBeyondThirtyAreLost,
  nestedArraysAreFlattened,
  noBreakSpacesBecomeSpaces,
  nullsAreDroppedFromLinks,
  nullsBecomeTextAtCreation,
  nullsInArraysAreDropped,
  numberedMembersMakeAnArray,
  objectsBeyondTenLevelsBecomeEmpty,
  objectsInArraysBecomeText,
  percentSignsAreDecoded,
  plusSignsBecomeSpaces,
  protoKeyIsDropped,
  quotesAreDoubled,
  runsOfSpacesCollapse,
  spacesAtTheEndsAreTrimmed,
  spacesInKeysBecomeUnderscoresInLinks,
  tabsBecomeSpaces,
  tagsAreStrippedInLinks,
  textsAreCutAt255,
  textsAreCutAt4096InTheState,
  textsAreCutAt65535InLinks,
  textsAreDecomposed,
  textsAreNormalised,
  textsEndAtTheFirstEmoji,
  textsOfJsonAreParsed,
  theWordNullBecomesNull,
  thirdActionTrimsTexts,
  timesAreWrittenAnew,
  tinyNumbersBecomeZero,
  tracesAfterTheTwentiethLoseAMember,
  wordsBecomeBooleans,
  zeroBecomesNull,
  zeroWidthCharactersAreStripped,
  everySecondReadIsReversed,
  hasNextIsNullOnTheLastPage,
  laterLinksShowTheState,
  legacyFirstPageLacksHasPrevious,
  legacyLinksByNumber,
  legacyNewestLinksChangePlaces,
  legacyRefusesTracesWithoutFiles,
  legacySinglePageHasNoInfo,
  legacyTotalCountIsThatOfTheLastRead,
  linkOfAnotherTraceSlipsIn,
  linksLoseNestedObjects,
  linksWithFilesComeFirst,
  secondReadLacksTheNewestLink,
  totalCountCountsFilesToo,
  totalCountStopsAtFive,
  unknownTraceHasNoLinks,
  v2EmptyPageHasNoList,
  v2HasNextIsAText,
  v2ReadsArgumentsBesideData,
  v2RefusesTheErrorMember,
  v2TotalCountIsAText,
  legacyCreationInEnvelope,
  legacyDetailsInEnvelope,
  legacyLinkInEnvelope,
  legacyLoginInEnvelope,
  legacySearchInEnvelope,
  legacyStateOfALongerTraceInEnvelope,
  legacyWorkflowsBelowData,
  v2ActionWithFilesWithoutErrorMember,
  v2CreationBare,
  v2DetailsAsJsonText,
  v2DetailsCallTheirPayloadResult,
  v2LoginPutsTheTokenBesideData,
  v2PrivateKeyLoginBare,
  v2SearchBare,
  v2StateSaysErrors,
  v2StateWithoutErrorMember,
  v2WorkflowsInEnvelope,
  legacyActionForgetsItsFiles,
  legacyActionKeysInCapitals,
  legacyArchiveMissesUploadsOfV2,
  legacyCreationForgetsItsFiles,
  legacyCreationLosesTheGroupLabel,
  legacyCreationWrapsItsData,
  legacyDetailsHideTheGroup,
  legacyDigestsInCapitals,
  legacyDoesNotKnowTracesOfV2,
  legacyIgnoresLast,
  legacyLinksJoinArrays,
  legacyLinksReplaceTheState,
  legacyPagesHoldTwoLinks,
  legacySearchMissesTracesThatWereActedOn,
  legacyStateHasOtherNames,
  legacyStateLacksWhatV2ActionsAdded,
  legacyTotalCountsLegacyLinks,
  legacyWorkflowNamesHaveAPrefix,
  v2ActionKeepsItsFirstFile,
  v2ActionsKeepWhatFalsyValuesWouldReplace,
  v2DetailsDoNotKnowTracesOfLegacy,
  v2DetailsHideLinksOfLegacy,
  v2FileMissesUploadsOfLegacy,
  v2LinksHideTheirFiles,
  v2SearchMissesTracesOfLegacy,
  anyTraceServesAnyDigest,
  bodyIsBase64,
  bodyIsPackedUnsaid,
  bodyIsWrappedInJson,
  digestsAreComparedByTheirBeginning,
  emptyFileGetsALineEnd,
  emptyFileIsNotFound,
  emptyFilesAreNotAttached,
  endsAfterTheFirstChunk,
  endsAtTheFirstZeroByte,
  isReadAsUtf8,
  knownContentIsNotAttachedAgain,
  lastByteIsLost,
  legacyUploadsAreRecoded,
  fileLineEndsBecomeLf,
  newestOfANameIsServed,
  onlyTheFirstFileHasADigest,
  sameLengthIsTheSameFile,
  sameNameOverwritesWithinAnAction,
  samePartNameOverwritesWithinAnAction,
  secondChunkComesTwice,
  secondDownloadIsLonger,
  textGetsAByteOrderMark,
  thirdFileAndLaterAreLost,
  twoFilesChangePlaces,
  unknownDigestGivesAnEmptyFile,
  uploadsGetALineEnd,
  archiveHasAManifest,
  archiveHasTheFilesOfTheOneBefore,
  archiveHoldsTheWholeTrace,
  archiveLosesItsLastFile,
  checksumsAreWrong,
  directoryNamesTooManyFiles,
  emptyFilesAreLeftOut,
  endOfTheArchiveIsMissing,
  entriesCallThemselvesEncrypted,
  entriesEndAt64Kib,
  entryNamesClimbOut,
  filesOfSeveralActionsAreRefused,
  largeFilesComeEmpty,
  legacyAnswersGzip,
  legacyArchiveHasFilesOfOtherTraces,
  legacyArchiveHasTwoFilesAtMost,
  legacyArchiveRecodesBytes,
  lineEndsBecomeCrlf,
  namesAndContentsAreShifted,
  oneActionAtATime,
  onlyTheFirstDigestCounts,
  sameNamesOverwriteEachOther,
  strangersAreLeftOut,
  v2AnswersJson,
  v2ArchiveHasFilesOfOtherTraces,
  v2ArchiveRepairsUtf8,
  anybodyMayAppendThroughLegacy,
  anybodyMayAppendThroughV2,
  detailsAreOpenToAll,
  legacyArchiveIsOpenToAll,
  legacyStateIsOpenToAll,
  searchSeesOtherOrganizations,
  stateIsOpenToAll,
  v2FileIsOpenToAll,
  anyTextIsAPrivateKey,
  anyUsersPasswordOpensEveryUser,
  everybodyGetsTheSameUsersToken,
  legacyCallsItAccessToken,
  legacyIgnoresCaseInPasswords,
  legacyIgnoresTheDomainOfTheEmail,
  legacyIgnoresWhatFollowsThePassword,
  legacyTakesAPasswordOfAnotherType,
  legacyTakesAnyPassword,
  legacyTakesTheBeginningOfAPassword,
  legacyTokenOpensNothing,
  privateKeyLoginWantsAToken,
  privateKeyMayBeMissing,
  privateKeyOfNobodyGetsAToken,
  privateKeyTokenHasExpired,
  privateKeyTokenHasTwoParts,
  privateKeyTokenIncludesTheScheme,
  privateKeyTokenIsAList,
  v2ComparesEightCharacters,
  v2CredentialLoginWantsAToken,
  v2LetsInUnknownEmails,
  v2NeedsNoPassword,
  v2TakesAnyPassword,
  v2TokenIsAnObject,
  v2TokenIsOpaque,
  v2TokenOpensNothing,
  afterIncludesItsOwnLink,
  afterIsIgnored,
  afterSkipsALink,
  backwardSeamsRepeatALink,
  backwardSeamsSkipALink,
  beforeIncludesItsOwnLink,
  beforeIsIgnored,
  cursorsCountFromTheEnd,
  cursorsDieWhenTheTraceGrows,
  defaultPageComesFromTheMiddle,
  defaultPageLeavesOutTheMiddle,
  endCursorIsANumber,
  endCursorNamesTheFirstLink,
  firstBeyondThreeGivesOneLess,
  firstGivesOneMore,
  firstOfOneGivesTwo,
  fullPageAlwaysHasNext,
  hasNextForgetsTheCursor,
  hasNextIsFalseForSingleLinks,
  hasNextOnTheLastPage,
  hasPreviousIsAlwaysFalse,
  hasPreviousOnTheFirstPage,
  hasPreviousOnlyBehindACursor,
  lastBeyondTheTraceGivesNothing,
  lastComesInReverse,
  lastCountsFromTheStart,
  lastGivesOneLess,
  lastIsIgnored,
  legacyAfterIsIgnored,
  legacyComesNewestFirst,
  orderTurnsBehindACursor,
  pagesBehindACursorHoldTwoLinks,
  seamsRepeatALink,
  secondSeamSkipsALink,
  startCursorIsAnObject,
  startCursorNamesTheLastLink,
  totalCountOfThePage,
  totalCountOfWhatIsLeft,
  v2FirstIsIgnored,
  walkEndsBehindTheFourthLink,
  anythingNamesTheNewestTrace,
  creationInAnUnknownWorkflowIsKeptElsewhere,
  fourthReadingOfDetailsIsForbidden,
  freshTraceHasNoV2State,
  legacySearchRefusesASecondFilter,
  refusedActionChangesTheState,
  refusedActionIsCounted,
  refusedActionIsKept,
  refusedActionLeavesItsFiles,
  refusedCreationIsFound,
  textBehindAUuidIsIgnored,
  badTokenIsAServerError,
  brokenFormIsAServerError,
  brokenOffUploadIsNeverAnswered,
  errorBodyHasSingleQuotes,
  errorBodyIsAsLargeAsADisk,
  errorBodyIsCut,
  errorBodyIsNestedWithoutMeasure,
  malformedJsonCutsTheConnection,
  malformedJsonIsAServerError,
  malformedJsonIsNeverAnswered,
  missingDigestsAreAServerError,
  missingFieldIsAServerError,
  oddPageSizeIsAServerError,
  oddTraceIdCutsTheConnection,
  oddTraceIdIsAServerError,
  refusalsShowAJavaStack,
  refusalsShowAPythonStack,
  refusalsShowTheQuery,
  refusedTokenIsRepeated,
  unknownCursorIsAServerError,
  unknownDigestCutsTheConnection,
  unknownTraceIsAServerError,
  unknownTraceIsNeverAnswered,
  unknownTraceRepeatsTheToken,
  unknownWorkflowIsAServerError,
  wrongPasswordIsRepeated,
  wrongPrivateKeyIsRepeated,
  wrongTypeIsAServerError,
  anyFilterSuffices,
  everySecondSearchFindsNothing,
  findsOneOfEqualTraces,
  findsOnlyTracesMadeThroughV2,
  fractionsAreNeverFound,
  indexIsOneActionBehind,
  indexNeverFollowsActions,
  inventedTraceInEveryResult,
  keyAloneCounts,
  keysAreIndexedInLowerCase,
  legacyActionsAreNotIndexed,
  legacyDropsTheLastFilter,
  legacyIgnoresCase,
  legacyListBelowTraces,
  legacySearchesOtherWorkflowsToo,
  legacySingleResultIsNoList,
  membersOfLaterActionsAreNotIndexed,
  missesTheNewestOfSeveral,
  missesTracesOfFourLinks,
  missesTracesWithFiles,
  missingKeysMatch,
  oldValuesAreStillFound,
  oneResultForEachAction,
  onlyTheFirstFilterCounts,
  otherWorkflowsAreSearchedToo,
  secondWorkflowIsNeverSearched,
  textsBeyondAsciiAreNeverFound,
  textsWithSpacesAreNeverFound,
  v2MatchesBeginnings,
  v2NothingIsTheNilUuid,
  v2NullForNothing,
  v2ObjectsWithIds,
  downloadsAreCountedInTheState,
  everyTenthTraceSharesItsState,
  filesKeepDataOut,
  fourthActionBringsFirstValuesBack,
  lastMemberIsDropped,
  legacyStateIsAText,
  legacyStateIsCalledData,
  legacyStateStaysAsFirstRead,
  malformedIdHasAState,
  readingDetailsTurnsArrays,
  secondReadLacksAMember,
  sixthActionForgetsTheEarlierOnes,
  thirdActionMergesDeeply,
  traceWithFilesStartsFromItsNeighbour,
  unknownTraceHasAnEmptyState,
  v2EmptyStateIsNull,
  v2StateIsAList,
  v2StateIsOneReadBehind,
  v2StateWithoutItsName,
  legacyCreationAnswers201,
  legacyCreationAsOctetStream,
  legacyDetailsWithATrailingComma,
  legacySearchWithByteOrderMark,
  legacySearchWithoutResultAnswers404,
  legacyStateAsPlainText,
  legacyWorkflowsComeTwiceInOneAnswer,
  lineBreaksStandBareInJson,
  privateKeyLoginAsForm,
  v2ActionWithFilesAnswers202,
  v2ArchiveAnswers206,
  v2CreationAnswers201,
  v2DetailsAsHtml,
  v2SearchWithoutResultAnswers204,
  v2StateInLatin1,
  v2WorkflowsInUtf16,
  everySecondListIsShorter,
  firstOneIsListedTwice,
  idAndNameChangePlaces,
  lastOneIsMissing,
  legacyHasNoNames,
  legacyListsOtherOrganizationsToo,
  legacySaysIdAndName,
  legacyUnknownOrganizationListsAll,
  v2IdsAreNumbers,
  v2KeyedById,
  v2NamesInLowerCase,
  v2UnknownOrganizationListsTheOwn,
];
