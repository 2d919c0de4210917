/** Markdown for a GitHub step summary (`$GITHUB_STEP_SUMMARY`), a pull request or an issue. */
import type { RenderOptions, ReportFormat } from "../format.ts";
import type { Failure, RequirementResult, Results } from "../results/model.ts";
import { changesSince, nothingChanged, readingsByChange, type StatusChange } from "../text/changes.ts";
import { html, markdown as escape, markdownBlock, shorten, shortenAtSentence, shortenMiddle } from "../text/escape.ts";
import { decisiveText, failureSentence } from "../text/answer.ts";
import { withTypedReplays } from "../text/as-typed.ts";
import { causeSentence, foundCauses } from "../text/causes.ts";
import { driftedFrom, driftsOf } from "../text/drift.ts";
import { budgetSentence } from "../text/latency-budgets.ts";
import { nextSteps, verdictLabel, wholeHeadline, withStatus } from "../text/headline.ts";
import { counted, duration } from "../text/numbers.ts";
import { toneOf } from "../text/run-failures.ts";
import { shellNeeds } from "../text/shell-login.ts";
import { telemetryOf } from "../text/trace.ts";
import { valueTexts } from "../text/values.ts";

/** GitHub cuts a step summary at 1 MiB; this stays far below. */
const maxFindings = 50;
const maxMessageLength = 500;
const maxValueLength = 1500;

const verdictMarks = { conformant: "✅", "non-conformant": "❌", incomplete: "⚠️" } as const;

export const markdown: ReportFormat = {
  name: "markdown",
  fileName: "summary.md",
  summary: "Markdown for a GitHub step summary or a pull request",
  render(found, options = {}) {
    const results = withTypedReplays(found, options);
    const parts = [heading(results), counts(results), findings(results), open(results)];
    parts.push(drifts(results), changes(results, options));
    return `${[...parts, next(results, options), facts(results)].filter((part) => part !== "").join("\n\n")}\n`;
  },
};

function heading(results: Results): string {
  const title = `## ${verdictMarks[toneOf(results)]} ${verdictLabel(results)}: ${escape(shorten(results.environment.name, 100))}`;
  const said = [shortenAtSentence(wholeHeadline(results), maxMessageLength), budgetSentence(results)];
  return [title, ...said.filter((part) => part !== undefined).map(escape)].join("\n\n");
}

function counts(results: Results): string {
  const shown = Object.entries(results.summary.requirements).filter(([, count]) => count > 0);
  const row = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [
    row(shown.map(([status]) => status)),
    row(shown.map(() => "--:")),
    row(shown.map(([, count]) => String(count))),
  ].join("\n");
}

function findings(results: Results): string {
  const listed = foundCauses(results).flatMap(({ root, followers }) => [root, ...followers]);
  if (listed.length === 0) return "";
  const shown = listed.slice(0, maxFindings).map((requirement) => finding(requirement, results));
  const rest = listed.length > shown.length ? [`… and ${listed.length - shown.length} more.`] : [];
  const curls = listed.slice(0, maxFindings).flatMap(({ failures: [first] = [] }) => (first ? [shownCurl(first)] : []));
  return ["### What was found", ...shown, ...rest, ...needs(curls, results)].join("\n\n");
}

function needs(curls: readonly string[], results: Results): readonly string[] {
  const lines = shellNeeds(curls, results);
  if (lines.length === 0) return [];
  const title = "Before the curl lines: what their variables hold";
  return [
    [`<details><summary>${title}</summary>`, "", markdownBlock(lines.join("\n"), "sh"), "", "</details>"].join("\n"),
  ];
}

/** Half a command would send something else. */
const shownCurl = ({ curl = "" }: Failure): string => (curl.length <= maxValueLength ? curl : "");

function finding(requirement: RequirementResult, results: Results): string {
  const [failure] = requirement.failures ?? [];
  const title = `<b>${requirement.id}</b> (${requirement.level}, ${requirement.status}): ${html(requirement.statement)}`;
  const lines = [`<details><summary>${title}</summary>`, ""];
  const cause = causeSentence(requirement.id, results);
  if (cause !== undefined) lines.push(cause, "");
  if (requirement.reason) lines.push(escape(shortenMiddle(requirement.reason, maxMessageLength)), "");
  if (failure) lines.push(...failureLines(failure));
  return [...lines, "</details>"].join("\n");
}

function failureLines(failure: Failure): string[] {
  const lines = [escape(shortenMiddle(failureSentence(failure), maxMessageLength)), ""];
  const { wanted, got } = valueTexts(failure, maxValueLength);
  const values = [
    ...(wanted === undefined ? [] : [`wanted ${wanted}`]),
    ...(got === undefined ? [] : [`got    ${got}`]),
  ];
  if (values.length > 0) lines.push(markdownBlock(values.join("\n")), "");
  const curl = shownCurl(failure);
  const telemetry = telemetryOf(failure);
  const commands = [
    ...(curl !== "" ? [`# ${decisiveText(failure)}`, curl] : []),
    failure.replay,
    ...(telemetry ? [`# ${telemetry.name}: ${telemetry.value}`] : []),
  ];
  lines.push(markdownBlock(commands.join("\n"), "sh"), "");
  return lines;
}

function open(results: Results): string {
  const listed = withStatus(results, "inconclusive");
  if (listed.length === 0) return "";
  const lines = listed
    .slice(0, maxFindings)
    .map(
      (requirement) =>
        `- **${requirement.id}** (${requirement.level}): ${escape(shorten(requirement.reason ?? "", maxMessageLength))}`,
    );
  const title = `${counted(listed.length, "requirement")} could not be judged`;
  return [`<details><summary>${title}</summary>`, "", ...lines, "", "</details>"].join("\n");
}

function drifts(results: Results): string {
  const found = driftsOf(results);
  const lines = found.map(({ id, drift }) => `- **${id}**: ${escape(shorten(drift, maxMessageLength))}`);
  return lines.length === 0 ? "" : [`### Drift: ${escape(driftedFrom(found))}`, lines.join("\n")].join("\n\n");
}

function changes(results: Results, options: RenderOptions): string {
  if (!options.previous) return "";
  const found = changesSince(options.previous, results);
  if (nothingChanged(found)) return "### Since the previous run\n\nNothing changed.";
  const line = (word: string, list: readonly StatusChange[]): string[] =>
    list.length > 0 ? [`- ${word}: ${list.map(({ id }) => id).join(", ")}`] : [];
  const { drifted, unread, read } = readingsByChange(found);
  const readings = [
    ...drifted.map(({ id }) => `- another reading of the open point ${id}`),
    ...unread.map(({ id }) => `- no reading of the open point ${id} this time`),
    ...read.map(({ id }) => `- a reading of the open point ${id}, of which there was none before`),
  ];
  const lines = [
    ...line("newly broken", found.broken),
    ...line("newly demanded by the suite, not newly broken", found.learned),
    ...line("mended", found.mended),
    ...line("no longer judged", found.lost),
    ...(found.leftOut.length > 0
      ? [`- not asked for in this run: ${counted(found.leftOut.length, "requirement")}`]
      : []),
    ...line("otherwise changed", found.other),
  ];
  const operations = found.operations.map(({ operationId, exchangesNow, newTroubles }) => {
    const troubles = newTroubles.length > 0 ? `, newly answered with ${escape(newTroubles.join(", "))}` : "";
    return `- ${operationId}: ${counted(exchangesNow, "exchange")}${troubles}`;
  });
  const latencies =
    found.latencies.length > 0 ? [`- ${counted(found.latencies.length, "operation")} much slower or faster`] : [];
  return ["### Since the previous run", [...lines, ...readings, ...operations, ...latencies].join("\n")].join("\n\n");
}

function next(results: Results, options: RenderOptions): string {
  const steps = nextSteps(results, options).slice(0, 4);
  if (steps.length === 0) return "";
  const lines = steps.map(({ text, command }) => {
    const said = escape(shortenAtSentence(text, maxMessageLength));
    return `1. ${said}${command ? `\n\n   ${markdownBlock(command, "sh").replaceAll("\n", "\n   ")}` : ""}`;
  });
  return ["### Next", ...lines].join("\n\n");
}

function facts({ environment, summary, ...results }: Results): string {
  const said = [
    environment.baseUrl,
    environment.access,
    counted(summary.exchanges, "exchange"),
    counted(summary.cases, "case"),
    duration(summary.durationMs),
    `seed ${results.seed}`,
    `${results.suite.name} ${results.suite.version}`,
  ];
  return `<sub>${escape(shorten(said.join(" · "), maxMessageLength))}</sub>`;
}
