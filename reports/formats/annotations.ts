/** Workflow commands of GitHub Actions: printed to the log, they become annotations of the run. */
import type { ReportFormat } from "../format.ts";
import type { FailOn, RequirementResult, Results } from "../results/model.ts";
import { printable, shortenMiddle } from "../text/escape.ts";
import { causeSentence, foundCauses } from "../text/causes.ts";
import { driftsOf } from "../text/drift.ts";
import { budgetSentence } from "../text/latency-budgets.ts";
import { withStatus } from "../text/headline.ts";
import { runFailures } from "../text/run-failures.ts";
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
    const budgets = budgetSentence(results);
    const { failOn } = results;
    const level = (asked: FailOn): string => (failOn === asked ? "error" : "warning");
    const errors = runFailures(results).filter(({ kind }) => kind === "error");
    const lines = [
      ...commands("error", broken(results, "failed", "error"), results),
      ...errors.slice(0, maxEach).map(({ title, message }) => `::error title=${property(title)}::${data(message)}`),
      ...commands(level("should"), broken(results, "warned"), results),
      ...driftsOf(results)
        .slice(0, maxEach)
        .map(({ id, drift }) => `::${level("drift")} title=${property(`drift of ${id}`)}::${data(drift)}`),
      ...(budgets === undefined ? [] : [`::${level("latency")} title=latency budget::${data(budgets)}`]),
      ...commands("notice", openMusts(results), results),
    ];
    return lines.map((line) => `${line}\n`).join("");
  },
};

/** Those with these statuses, the likeliest cause of what is broken first: only the first ones are shown. */
function broken(results: Results, ...statuses: readonly RequirementResult["status"][]): RequirementResult[] {
  const causes = foundCauses(results);
  return [...causes.map(({ root }) => root), ...causes.flatMap(({ followers }) => followers)].filter(({ status }) =>
    statuses.includes(status),
  );
}

function openMusts(results: Results): RequirementResult[] {
  return withStatus(results, "inconclusive").filter((requirement) => requirement.level === "MUST");
}

function commands(command: string, listed: readonly RequirementResult[], results: Results): string[] {
  return listed.slice(0, maxEach).map((requirement) => {
    const [failure] = requirement.failures ?? [];
    const operation = failure?.operation ?? requirement.operations?.[0];
    const place = operation ? `file=${openApiFile},line=${operationLine(operation)},` : "";
    const told = [requirement.statement, tellingSentence(requirement), causeSentence(requirement.id, results)];
    const said = told.filter((sentence) => sentence !== undefined).join(" ");
    return `::${command} ${place}title=${property(`${requirement.id} ${requirement.status}`)}::${data(said)}`;
  });
}

function data(text: string): string {
  return printable(shortenMiddle(text, maxMessageLength)).replaceAll("%", "%25");
}

function property(text: string): string {
  return data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
