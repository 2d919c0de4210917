/** Workflow commands of GitHub Actions: printed to the log, they become annotations of the run. */
import type { ReportFormat } from "../format.ts";
import type { RequirementResult, Results } from "../results/model.ts";
import { printable, shorten } from "../text/escape.ts";
import { driftsOf } from "../text/drift.ts";
import { withStatus } from "../text/headline.ts";
import { tellingSentence } from "../text/telling.ts";
import { openApiFile, operationLine } from "../text/operation-lines.ts";

/** GitHub shows ten errors and ten warnings of a step. */
const maxEach = 10;
const maxMessageLength = 1000;

export const annotations: ReportFormat = {
  name: "annotations",
  fileName: "annotations.txt",
  summary: "GitHub workflow commands; print the file to the log to annotate the run",
  render(results) {
    const lines = [
      ...commands("error", withStatus(results, "failed", "error")),
      ...commands("warning", withStatus(results, "warned")),
      ...driftsOf(results)
        .slice(0, maxEach)
        .map(({ id, drift }) => `::warning title=${property(`drift of ${id}`)}::${data(drift)}`),
      ...commands("notice", openMusts(results)),
    ];
    return lines.map((line) => `${line}\n`).join("");
  },
};

function openMusts(results: Results): RequirementResult[] {
  return withStatus(results, "inconclusive").filter((requirement) => requirement.level === "MUST");
}

function commands(command: string, listed: readonly RequirementResult[]): string[] {
  return listed.slice(0, maxEach).map((requirement) => {
    const [failure] = requirement.failures ?? [];
    const operation = failure?.operation ?? requirement.operations?.[0];
    const place = operation ? `file=${openApiFile},line=${operationLine(operation)},` : "";
    const said = `${requirement.statement} ${tellingSentence(requirement) ?? ""}`.trim();
    return `::${command} ${place}title=${property(`${requirement.id} ${requirement.status}`)}::${data(said)}`;
  });
}

function data(text: string): string {
  return printable(shorten(text, maxMessageLength)).replaceAll("%", "%25");
}

function property(text: string): string {
  return data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
