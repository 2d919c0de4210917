/**
 * CTRF, the Common Test Report Format (ctrf.io, specification 0.0.0): one test per requirement.
 *
 * CTRF knows five statuses. What is neither green nor red here is `other`, so that no reader counts it as passed.
 */
import { createHash } from "node:crypto";
import type { ReportFormat } from "../format.ts";
import type { Failure, RequirementResult, Results } from "../results/model.ts";
import { decisiveText, failureSentence } from "../text/answer.ts";
import { withTypedReplays } from "../text/as-typed.ts";
import { shortenMiddle } from "../text/escape.ts";
import { isRed, runFailures } from "../text/run-failures.ts";
import { valueTexts } from "../text/values.ts";

type CtrfStatus = "passed" | "failed" | "skipped" | "pending" | "other";

const statuses: readonly CtrfStatus[] = ["passed", "failed", "skipped", "pending", "other"];
const maxValueLength = 4000;

export const ctrf: ReportFormat = {
  name: "ctrf",
  fileName: "ctrf.json",
  summary: "Common Test Report Format, for dashboards and chat plugins",
  render(found, options = {}) {
    const results = withTypedReplays(found, options);
    const start = Date.parse(results.startedAt);
    const tests = [...results.requirements.map((requirement) => test(requirement, results)), ...testsOfRun(results)];
    const counts = Object.fromEntries(
      statuses.map((status) => [status, tests.filter((t) => t.status === status).length]),
    );
    const duration = Math.round(results.summary.durationMs);
    const report = {
      reportFormat: "CTRF",
      specVersion: "0.0.0",
      reportId: uuidOf(results.runId),
      timestamp: results.startedAt,
      generatedBy: "trace-conformance",
      results: {
        tool: { name: results.suite.name, version: results.suite.version },
        summary: { tests: tests.length, ...counts, start, stop: start + duration, duration, extra: extraOf(results) },
        tests,
        environment: { appName: results.environment.baseUrl, testEnvironment: results.environment.name },
      },
    };
    return `${JSON.stringify(report, null, 1)}\n`;
  },
};

function test(requirement: RequirementResult, results: Results) {
  const { id, area, level, basis, failures = [] } = requirement;
  const message = (failures[0] && failureSentence(failures[0])) ?? requirement.reason;
  const script = failures[0]?.scriptFile;
  return {
    id: uuidOf(id),
    name: `${id} ${requirement.statement}`,
    status: statusOf(requirement, results),
    rawStatus: requirement.status,
    duration: 0,
    suite: ["trace-conformance", area],
    tags: [level, basis],
    type: "conformance",
    ...(message ? { message } : {}),
    ...(failures.length > 0 ? { trace: failures.map(traceText).join("\n\n") } : {}),
    ...(script ? { attachments: [{ name: "script", contentType: "application/json", path: script }] } : {}),
    extra: { id, section: requirement.section, judged: requirement.judged },
  };
}

/** What makes the run red, or not green, besides its requirements. */
function testsOfRun(results: Results) {
  return runFailures(results).map(({ kind, id, title, message }) => ({
    id: uuidOf(id),
    name: `${id} ${title}`,
    status: kind === "failure" ? ("failed" as const) : ("other" as const),
    rawStatus: kind,
    duration: 0,
    suite: ["trace-conformance", "RUN"],
    tags: [],
    type: "conformance",
    message: shortenMiddle(message, maxValueLength),
    extra: { id },
  }));
}

function statusOf(requirement: RequirementResult, results: Results): CtrfStatus {
  if (requirement.status === "warned") return isRed(requirement, results) ? "failed" : "other";
  if (requirement.status === "passed" || requirement.status === "failed" || requirement.status === "skipped") {
    return requirement.status;
  }
  return requirement.status === "inconclusive" ? "pending" : "other";
}

function traceText(failure: Failure): string {
  const lines = [failureSentence(failure)];
  const { wanted, got } = valueTexts(failure, maxValueLength);
  if (wanted !== undefined) lines.push(`wanted: ${wanted}`);
  if (got !== undefined) lines.push(`got: ${got}`);
  if (failure.curl) lines.push(`request: ${failure.curl}`);
  if (failure.exchanges.length > 0) lines.push(`where: ${decisiveText(failure)}`);
  return [...lines, `again: ${failure.replay}`].join("\n");
}

function extraOf(results: Results) {
  return { verdict: results.verdict, reasons: results.reasons, seed: results.seed, depth: results.depth };
}

/** The same text gives the same UUID (shaped as version 8, RFC 9562). */
function uuidOf(text: string): string {
  const hex = createHash("sha256").update(text).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
