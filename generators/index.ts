/**
 * Inputs for scripts: fast-check arbitraries and hand-picked combined cases. Nothing here does I/O or knows the driver,
 * the checks or the suites.
 */
export { type Depth, type GeneratorContext } from "./context.ts";
export type { DataTrait } from "./json/data-trait.ts";
export { acceptedDataTraits, dataTraits } from "./json/data-traits.ts";
export { longText } from "./json/traits/sizes.ts";
export { combinedDocument } from "./json/combined-document.ts";
export { documentArbitrary } from "./json/document.ts";
export { documentOf } from "./json/generated-document.ts";
export { type Marker, withMarker, markerMembers, markerOf } from "./json/marker.ts";
export { plainDocument } from "./json/plain-document.ts";
export { fittingAction, isOpen } from "./schema/action-input.ts";
export { fitData, type FittedData } from "./schema/fit-data.ts";
export { markerPlaceIn } from "./schema/marker-place.ts";
export { MemberPlaces } from "./schema/member-places.ts";
export { sampled, seedFrom } from "./sample.ts";
export { schemaLeaves } from "./schema/schema-places.ts";
export { schemaValue } from "./schema/schema-value.ts";
export type { FileTrait } from "./files/file-trait.ts";
export { farApart } from "./files/traits/parts.ts";
export { fileTraits, manyFiles, plainFileCount, usableFileTraits } from "./files/file-traits.ts";
export { contentLike } from "./files/documents.ts";
export { combinedFileSet, combinedFileSets } from "./files/combined-file-set.ts";
export { fileSetArbitrary } from "./files/file-set.ts";
export { fileSetOf, type GeneratedFiles } from "./files/generated-files.ts";
export type { FilterCase } from "./filters/filter-case.ts";
export { filterCases } from "./filters/filter-cases.ts";
export { nearMisses } from "./filters/near-misses.ts";
export { oddPages } from "./pages/page-arguments.ts";
export { pagesOfWalk, tellingWalks, type WalkShape, walksOfEverySize } from "./pages/page-walk.ts";
export { jsonBodyDefects, multipartBodyDefects } from "./defects/body-defects.ts";
export { credentialDefects } from "./defects/credential-defect.ts";
export { fieldDefects } from "./defects/field-defects.ts";
export { malformedSteps } from "./defects/malformed-steps.ts";
export * from "./defects/path-values.ts";
export { tellingTokenDefects } from "./defects/token-defect.ts";
export { withFilesOnActions } from "./process/moved-files.ts";
export { pdfFile, withFilesWanted } from "./process/files-wanted.ts";
export { followProcess, type ProcessContext } from "./process/follow-process.ts";
export { turnsIn } from "./process/turns.ts";
export { countExchanges } from "./scripts/count-exchanges.ts";
export { combinedScripts } from "./scripts/combined-scripts.ts";
export { pruneScript } from "./scripts/prune-script.ts";
export { reduceScript } from "./scripts/reduce-script.ts";
export { scriptArbitrary } from "./scripts/script.ts";
export { mapSteps } from "./scripts/steps.ts";
export { isValidScript, validateScript } from "./scripts/validate-script.ts";
