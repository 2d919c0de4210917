/** SARIF 2.1.0 (OASIS): findings that point at the operation in the OpenAPI description, for code scanning. */
import { createHash } from "node:crypto";
import type { ReportFormat } from "../format.ts";
import type { Failure, RequirementResult, Results } from "../results/model.ts";
import { failureSentence } from "../text/answer.ts";
import { printableLines, shortenMiddle } from "../text/escape.ts";
import { openApiFile, operationLine } from "../text/operation-lines.ts";
import { isRed, runFailures, type RunFailure } from "../text/run-failures.ts";
import { sourceSentence } from "../text/source.ts";
import { valueTexts } from "../text/values.ts";

const maxMessageLength = 2000;

export const sarif: ReportFormat = {
  name: "sarif",
  fileName: "results.sarif",
  summary: "SARIF 2.1.0 pointing into the OpenAPI description, for code scanning",
  render(results) {
    const run = {
      tool: { driver: driver(results) },
      automationDetails: { id: `trace-conformance/${results.environment.name}/${results.runId}` },
      invocations: [invocation(results)],
      columnKind: "utf16CodeUnits",
      results: [
        ...results.requirements.flatMap((requirement, ruleIndex) => findings(requirement, ruleIndex, results)),
        ...asked(results).map((failure, at) => findingOfRun(failure, results.requirements.length + at)),
      ],
    };
    const log = { $schema: "https://json.schemastore.org/sarif-2.1.0.json", version: "2.1.0", runs: [run] };
    return `${JSON.stringify(log, null, 1)}\n`;
  },
};

/** What `--fail-on` makes red besides requirements. */
function asked(results: Results): readonly RunFailure[] {
  return runFailures(results).filter(({ kind }) => kind === "failure");
}

function findingOfRun({ id, message, operation }: RunFailure, ruleIndex: number) {
  return {
    ruleId: id,
    ruleIndex,
    kind: "fail",
    level: "error",
    message: { text: clean(message) },
    locations: [locationOf(operation)],
    // Numbers differ from run to run.
    partialFingerprints: { "requirementMessage/v1": createHash("sha256").update(id).digest("hex") },
  };
}

function driver(results: Results) {
  const ofRun = asked(results).map(({ id, title }) => ({
    id,
    shortDescription: { text: title },
    defaultConfiguration: { level: "error" },
  }));
  const rules = results.requirements.map((requirement) => ({
    id: requirement.id,
    shortDescription: { text: requirement.statement },
    fullDescription: { text: `${requirement.statement} (${requirement.level}, ${requirement.basis})` },
    help: { text: [sourceSentence(requirement), requirement.quote].filter((part) => part !== undefined).join(" ") },
    defaultConfiguration: { level: requirement.level === "MUST" ? "error" : "warning" },
    properties: { level: requirement.level, basis: requirement.basis, tags: [requirement.area] },
  }));
  return { name: results.suite.name, version: results.suite.version, rules: [...rules, ...ofRun] };
}

function invocation(results: Results) {
  const end = new Date(Date.parse(results.startedAt) + results.summary.durationMs).toISOString();
  const untold = runFailures(results).filter(({ id }) => id === "run/complete");
  const notifications = [...(results.errors ?? []), ...untold].map(({ message }) => ({
    level: "error",
    message: { text: clean(message) },
  }));
  return {
    executionSuccessful: notifications.length === 0 && results.partial?.interrupted !== true,
    startTimeUtc: results.startedAt,
    endTimeUtc: end,
    ...(notifications.length > 0 ? { toolExecutionNotifications: notifications } : {}),
  };
}

function findings(requirement: RequirementResult, ruleIndex: number, results: Results) {
  const common = { ruleId: requirement.id, ruleIndex };
  switch (requirement.status) {
    case "failed":
    case "warned":
    case "waived":
      return (requirement.failures ?? [undefined]).map((failure) => ({
        ...common,
        ...failed(requirement, failure, results),
      }));
    case "inconclusive":
    case "error": {
      const message = { text: clean(requirement.reason ?? "It could not be judged.") };
      return [{ ...common, kind: "open", level: "none", message, locations: locations(requirement) }];
    }
    case "passed":
    case "skipped":
      return [];
  }
}

function failed(requirement: RequirementResult, failure: Failure | undefined, results: Results) {
  const text = clean(failure ? failureSentence(failure) : (requirement.reason ?? requirement.statement));
  const values = failure ? valuesText(failure) : "";
  const fingerprint = createHash("sha256")
    .update(`${requirement.id} ${clean(failure?.message ?? text)}`)
    .digest("hex");
  return {
    kind: "fail",
    level: requirement.status === "warned" && !isRed(requirement, results) ? "warning" : "error",
    message: { text: values ? `${text}\n${values}` : text },
    locations: locations(requirement, failure),
    partialFingerprints: { "requirementMessage/v1": fingerprint },
    ...(failure
      ? { properties: { replay: failure.replay, ...(failure.scriptFile ? { script: failure.scriptFile } : {}) } }
      : {}),
    ...(requirement.status === "waived"
      ? { suppressions: [{ kind: "external", status: "accepted", justification: requirement.reason ?? "waived" }] }
      : {}),
  };
}

function valuesText(failure: Failure): string {
  const lines: string[] = [];
  const { wanted, got } = valueTexts(failure, maxMessageLength);
  if (wanted !== undefined) lines.push(`Wanted: ${clean(wanted)}`);
  if (got !== undefined) lines.push(`Got: ${clean(got)}`);
  return lines.join("\n");
}

function locations(requirement: RequirementResult, failure?: Failure) {
  return [locationOf(failure?.operation ?? requirement.operations?.[0])];
}

function locationOf(operation: Failure["operation"]) {
  const startLine = operation ? operationLine(operation) : 1;
  return {
    physicalLocation: { artifactLocation: { uri: openApiFile }, region: { startLine } },
    ...(operation ? { logicalLocations: [{ name: operation, kind: "function" }] } : {}),
  };
}

/** SARIF messages may hold links and placeholders: brackets and braces of the target are escaped. */
function clean(text: string): string {
  return shortenMiddle(printableLines(text), maxMessageLength)
    .replace(/[\\[\]]/g, "\\$&")
    .replace(/[{}]/g, "$&$&");
}
