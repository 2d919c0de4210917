/** `results.json`: the results themselves. */
import type { ReportFormat } from "../format.ts";

export const json: ReportFormat = {
  name: "json",
  fileName: "results.json",
  summary: "the results themselves; every other report can be rendered from it",
  render: (results) => `${JSON.stringify(results, null, 1)}\n`,
};
