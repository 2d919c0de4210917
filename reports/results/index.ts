/** The results of a run: their model, how they are gathered, and their published schema. */
export * from "./model.ts";
export { causesOf } from "./causes.ts";
export type { CauseState } from "./cause-tally.ts";
export { mergeCollectors, ResultCollector } from "./collector.ts";
export type { CollectorState } from "./collector-state.ts";
export { earlyEndOf, type EarlyEnd } from "./early-end.ts";
export type { Baseline, FinishOptions } from "./finish.ts";
export { failureScripts, type FailureScript } from "./replay-command.ts";
export type { Applicability } from "./status.ts";
export { requirementIdPattern, resultsSchema, resultsProblems, parseResults } from "./validate.ts";
export { exitCodeOf } from "./verdict.ts";
