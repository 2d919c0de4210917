/** The room `reports` for the rest of the program. */
export * from "./results/index.ts";
export { NotBuiltError } from "./html/not-built-error.ts";
export type { RenderOptions, ReportFormat } from "./format.ts";
export { formatByName, formats } from "./registry.ts";
export { foundCauses } from "./text/causes.ts";
export { redFor } from "./text/run-failures.ts";
export { changesSince, nothingChanged, type Changes, type StatusChange } from "./text/changes.ts";
export { compactJson, readableJson } from "./text/json-file.ts";
export { harEntry, harHead } from "./formats/har.ts";
export { metricsOf, type MetricFamily } from "./text/metrics.ts";
export { counted } from "./text/numbers.ts";
export { abbreviate } from "./text/escape.ts";
export { sensitivityText } from "./text/sensitivity.ts";
export { valueTexts } from "./text/values.ts";
export { fit } from "./terminal/screen.ts";
export { failureLine, progressLine, type Progress } from "./terminal/progress.ts";
export { shellWord } from "./results/replay-command.ts";
export { partialSentence } from "./text/headline.ts";
