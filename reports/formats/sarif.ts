/** SARIF 2.1.0 (OASIS): findings that point at the operation in the OpenAPI description, for code scanning. */
import { createHash } from "node:crypto";
import type { ReportFormat } from "../format.ts";
import type { Failure, RequirementResult, Results } from "../results/model.ts";
import { failureSentence } from "../text/answer.ts";
import { printableLines, shortenMiddle } from "../text/escape.ts";
import { openApiFile, operationLine } from "../text/operation-lines.ts";
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
      results: results.requirements.flatMap((requirement, ruleIndex) => findings(requirement, ruleIndex)),
    };
    const log = { $schema: "https://json.schemastore.org/sarif-2.1.0.json", version: "2.1.0", runs: [run] };
    return `${JSON.stringify(log, null, 1)}\n`;
  },
};

function driver(results: Results) {
  const rules = results.requirements.map((requirement) => ({
    id: requirement.id,
    shortDescription: { text: requirement.statement },
    fullDescription: { text: `${requirement.statement} (${requirement.level}, ${requirement.basis})` },
    help: { text: [sourceSentence(requirement), requirement.quote].filter((part) => part !== undefined).join(" ") },
    defaultConfiguration: { level: requirement.level === "MUST" ? "error" : "warning" },
    properties: { level: requirement.level, basis: requirement.basis, tags: [requirement.area] },
  }));
  return { name: results.suite.name, version: results.suite.version, rules };
}

function invocation(results: Results) {
  const end = new Date(Date.parse(results.startedAt) + results.summary.durationMs).toISOString();
  const notifications = (results.errors ?? []).map(({ message }) => ({
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

function findings(requirement: RequirementResult, ruleIndex: number) {
  const common = { ruleId: requirement.id, ruleIndex };
  switch (requirement.status) {
    case "failed":
    case "warned":
    case "waived":
      return (requirement.failures ?? [undefined]).map((failure) => ({ ...common, ...failed(requirement, failure) }));
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

function failed(requirement: RequirementResult, failure: Failure | undefined) {
  const text = clean(failure ? failureSentence(failure) : (requirement.reason ?? requirement.statement));
  const values = failure ? valuesText(failure) : "";
  const fingerprint = createHash("sha256")
    .update(`${requirement.id} ${clean(failure?.message ?? text)}`)
    .digest("hex");
  return {
    kind: "fail",
    level: requirement.status === "warned" ? "warning" : "error",
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
  const operation = failure?.operation ?? requirement.operations?.[0];
  const startLine = operation ? operationLine(operation) : 1;
  return [
    {
      physicalLocation: { artifactLocation: { uri: openApiFile }, region: { startLine } },
      ...(operation ? { logicalLocations: [{ name: operation, kind: "function" }] } : {}),
    },
  ];
}

/** SARIF messages may hold links and placeholders: brackets and braces of the target are escaped. */
function clean(text: string): string {
  return shortenMiddle(printableLines(text), maxMessageLength)
    .replace(/[\\[\]]/g, "\\$&")
    .replace(/[{}]/g, "$&$&");
}
