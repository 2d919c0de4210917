/** The room `reports` for the rest of the program. */
export * from "./results/index.ts";
export type { RenderOptions, ReportFormat } from "./format.ts";
export { formatByName, formats } from "./registry.ts";
export { changesSince, nothingChanged, type Changes, type StatusChange } from "./text/changes.ts";
export { headline, nextSteps, verdictWords, type NextStep } from "./text/headline.ts";
export { valueTexts, type ValueTexts } from "./text/values.ts";
export { failureLine, progressLine, type LineOptions, type Progress } from "./terminal/progress.ts";
