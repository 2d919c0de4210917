/** The results of a run: their model, how they are gathered, and their published schema. */
export * from "./model.ts";
export { mergeCollectors, ResultCollector, type CollectedCase } from "./collector.ts";
export type { CollectorState } from "./collector-state.ts";
export type { FinishOptions, OpenPointDescription } from "./finish.ts";
export { bucketBoundsMs } from "./latency.ts";
export { failureScripts, replayCommand, shellWord } from "./replay-command.ts";
export type { Applicability, Waiver } from "./status.ts";
export { resultsSchema, resultsProblems, parseResults } from "./validate.ts";
export { exitCodeOf } from "./verdict.ts";
