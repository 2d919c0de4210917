/**
 * Inputs for scripts: fast-check arbitraries and hand-picked dense cases. Nothing here does I/O or knows the driver, the
 * checks or the suites.
 */
export { type Depth, depths, type GeneratorContext } from "./context.ts";
export type { DataFeature } from "./json/data-feature.ts";
export { acceptedDataFeatures, dataFeatures } from "./json/data-features.ts";
export { denseDocument } from "./json/dense-document.ts";
export { documentArbitrary } from "./json/document.ts";
export { documentOf, type GeneratedDocument } from "./json/generated-document.ts";
export { jsonValue } from "./json/json-value.ts";
export { type Mark, marked, markMembers, markOf } from "./json/mark.ts";
export { plainDocument } from "./json/plain-document.ts";
export { fittingAction, isOpen } from "./schema/action-input.ts";
export { fitData, type FittedData, type FreeData } from "./schema/fit-data.ts";
export { markPlaceIn } from "./schema/mark-place.ts";
export { MemberPlaces } from "./schema/member-places.ts";
export { sampled, seedFrom } from "./sample.ts";
export { schemaLeaves, type SchemaPlace } from "./schema/schema-places.ts";
export { schemaValue } from "./schema/schema-value.ts";
export type { FileFeature } from "./files/file-feature.ts";
export { fileFeatures, manyFiles, plainFileCount, usableFileFeatures } from "./files/file-features.ts";
export { denseFileSet, denseFileSets } from "./files/dense-file-set.ts";
export { fileSetArbitrary } from "./files/file-set.ts";
export { fileSetOf, type GeneratedFiles } from "./files/generated-files.ts";
export type { FilterCase } from "./filters/filter-case.ts";
export { filterArbitrary } from "./filters/filter.ts";
export { filterCases } from "./filters/filter-cases.ts";
export { nearMisses } from "./filters/near-misses.ts";
export { type GeneratedPage, oddPages, pageArbitrary, pagesOfEverySize } from "./pages/page-arguments.ts";
export { pagesOfWalk, tellingWalks, walkArbitrary, walksOfEverySize } from "./pages/page-walk.ts";
export { bodyDefect } from "./defects/body-defect.ts";
export { jsonBodyDefects, multipartBodyDefects } from "./defects/body-defects.ts";
export { type CredentialDefect, credentialDefect, credentialDefects } from "./defects/credential-defect.ts";
export { type FieldDefect, fieldDefects } from "./defects/field-defects.ts";
export { malformedStep } from "./defects/malformed-step.ts";
export { malformedSteps } from "./defects/malformed-steps.ts";
export { unknownTrace } from "./defects/path-value.ts";
export * from "./defects/path-values.ts";
export { tellingTokenDefects, tokenDefect } from "./defects/token-defect.ts";
export { countExchanges, type ExchangeCount } from "./scripts/count-exchanges.ts";
export { denseScripts } from "./scripts/dense-scripts.ts";
export { pruneScript } from "./scripts/prune-script.ts";
export { reduceScript } from "./scripts/reduce-script.ts";
export { scriptArbitrary } from "./scripts/script.ts";
export { isParallel, mapSteps, placedSteps, type PlacedStep } from "./scripts/steps.ts";
export { isValidScript, validateScript } from "./scripts/validate-script.ts";
