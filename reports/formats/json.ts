/** `results.json`: the results themselves. */
import type { ReportFormat } from "../format.ts";
import { compactJson } from "../text/json-file.ts";

export const json: ReportFormat = {
  name: "json",
  fileName: "results.json",
  summary: "the results themselves; every other report can be rendered from it",
  render: compactJson,
};
