/**
 * JUnit XML, as Jenkins, GitLab, Azure DevOps and GitHub actions read it: one test case per requirement.
 *
 * A MUST that could not be judged is an `error`, not a skip: a gap never looks green. What else makes the exit code red
 * (`--fail-on`, an error of the suite) is a test case of its own.
 */
import type { ReportFormat } from "../format.ts";
import type { Failure, RequirementResult, Results } from "../results/model.ts";
import { shortenMiddle, xml, xmlAttribute } from "../text/escape.ts";
import { decisiveText, failureSentence } from "../text/answer.ts";
import { withTypedReplays } from "../text/as-typed.ts";
import { causeSentence } from "../text/causes.ts";
import { isRed, runFailures, type RunFailure } from "../text/run-failures.ts";
import { shellNeeds } from "../text/shell-login.ts";
import { tellingSentence } from "../text/telling.ts";
import { telemetryOf } from "../text/trace.ts";
import { valueTexts } from "../text/values.ts";

type Outcome = "passed" | "failure" | "error" | "skipped";

const maxValueLength = 4000;

export const junit: ReportFormat = {
  name: "junit",
  fileName: "junit.xml",
  summary: "JUnit XML, one test case per requirement, for CI servers",
  render(found, options = {}) {
    const results = withTypedReplays(found, options);
    const areas = Map.groupBy(results.requirements, (requirement) => requirement.area);
    const suites = [...areas].map(([area, members]) => suite(area, members, results));
    const besides = runFailures(results);
    if (besides.length > 0) suites.push(suiteOfRun(besides, results));
    // The schema of Jenkins knows no number of skipped cases here, only in each suite.
    const { skipped: _skipped, ...totals } = added(tally(results.requirements, results), tallyOfRun(besides));
    const attributes = `name="trace-conformance ${xmlAttribute(results.environment.name)}" ${pairs(totals)} time="${seconds(results)}"`;
    return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites ${attributes}>\n${suites.join("")}</testsuites>\n`;
  },
};

function suite(area: string, members: readonly RequirementResult[], results: Results): string {
  const attributes = `name="${xmlAttribute(area)}" ${pairs(tally(members, results))} time="0" timestamp="${xmlAttribute(results.startedAt)}"`;
  return `<testsuite ${attributes}>\n${members.map((member) => testCase(member, results)).join("")}</testsuite>\n`;
}

function suiteOfRun(besides: readonly RunFailure[], results: Results): string {
  const attributes = `name="RUN" ${pairs(tallyOfRun(besides))} time="0" timestamp="${xmlAttribute(results.startedAt)}"`;
  const cases = besides.map(({ kind, id, title, message }) => {
    const said = xmlAttribute(shortenMiddle(message, 1000));
    const element =
      kind === "error"
        ? `<error type="error" message="${said}"/>`
        : `<failure type="asked" message="${said}"></failure>`;
    return `<testcase name="${xmlAttribute(`${id} ${title}`)}" classname="trace-conformance.RUN" time="0">${element}</testcase>\n`;
  });
  return `<testsuite ${attributes}>\n${cases.join("")}</testsuite>\n`;
}

function testCase(requirement: RequirementResult, results: Results): string {
  const name = xmlAttribute(`${requirement.id} ${requirement.statement}`);
  const facts = { id: requirement.id, level: requirement.level, basis: requirement.basis, status: requirement.status };
  const more = { section: requirement.section, judged: String(requirement.judged) };
  const properties = Object.entries({ ...facts, ...more })
    .map(([key, value]) => `<property name="${key}" value="${xmlAttribute(value)}"/>`)
    .join("");
  const body = `<properties>${properties}</properties>${outcomeElement(requirement, results)}`;
  return `<testcase name="${name}" classname="trace-conformance.${xmlAttribute(requirement.area)}" time="0">${body}</testcase>\n`;
}

function outcomeElement(requirement: RequirementResult, results: Results): string {
  const outcome = outcomeOf(requirement, results);
  const note = requirement.reason ?? requirement.failures?.[0]?.message ?? requirement.status;
  const message = xmlAttribute(
    shortenMiddle(outcome === "failure" ? (tellingSentence(requirement) ?? note) : note, 1000),
  );
  if (outcome === "skipped") return `<skipped message="${xmlAttribute(`${requirement.status}: `)}${message}"/>`;
  if (outcome === "error") return `<error type="${requirement.status}" message="${message}"/>`;
  const cause = causeSentence(requirement.id, results);
  const failures = requirement.failures ?? [];
  const needs = shellNeeds(failures.map(shownCurl), results);
  const told = [
    ...(cause === undefined ? [] : [cause]),
    ...failures.map(failureText),
    ...(needs.length > 0 ? [["before the requests, in a shell:", ...needs].join("\n")] : []),
  ];
  const detail = xml(told.join("\n\n"));
  if (outcome === "failure") return `<failure type="${requirement.level}" message="${message}">${detail}</failure>`;
  return requirement.status === "warned" ? `<system-out>${detail}</system-out>` : "";
}

function outcomeOf(requirement: RequirementResult, results: Results): Outcome {
  switch (requirement.status) {
    case "passed":
      return "passed";
    case "failed":
      return "failure";
    case "warned":
      return isRed(requirement, results) ? "failure" : "passed";
    case "error":
      return "error";
    case "inconclusive":
      return requirement.level === "MUST" ? "error" : "skipped";
    case "waived":
    case "skipped":
      return "skipped";
  }
}

function failureText(failure: Failure, at: number): string {
  const lines = [`${at + 1}. ${shortenMiddle(failureSentence(failure), maxValueLength)}`];
  const { wanted, got } = valueTexts(failure, maxValueLength);
  if (wanted !== undefined) lines.push(`wanted: ${wanted}`);
  if (got !== undefined) lines.push(`got:    ${got}`);
  const curl = shownCurl(failure);
  if (curl !== "") lines.push(`request: ${curl}`);
  if (failure.exchanges.length > 0) lines.push(`where:  ${decisiveText(failure)}`);
  lines.push(`again:  ${failure.replay}`);
  const telemetry = telemetryOf(failure);
  if (telemetry) lines.push(`${telemetry.name}: ${telemetry.value}`);
  return lines.join("\n");
}

/** Half a command would send something else. */
const shownCurl = ({ curl = "" }: Failure): string => (curl.length <= maxValueLength ? curl : "");

function tally(members: readonly RequirementResult[], results: Results) {
  const count = (wanted: Outcome): number => members.filter((m) => outcomeOf(m, results) === wanted).length;
  return { tests: members.length, failures: count("failure"), errors: count("error"), skipped: count("skipped") };
}

function tallyOfRun(besides: readonly RunFailure[]): ReturnType<typeof tally> {
  const failures = besides.filter(({ kind }) => kind === "failure").length;
  return { tests: besides.length, failures, errors: besides.length - failures, skipped: 0 };
}

function added(one: ReturnType<typeof tally>, other: ReturnType<typeof tally>): ReturnType<typeof tally> {
  return {
    tests: one.tests + other.tests,
    failures: one.failures + other.failures,
    errors: one.errors + other.errors,
    skipped: one.skipped + other.skipped,
  };
}

function pairs(numbers: Readonly<Record<string, number>>): string {
  return Object.entries(numbers)
    .map(([name, number]) => `${name}="${number}"`)
    .join(" ");
}

function seconds(results: Results): string {
  return (results.summary.durationMs / 1000).toFixed(3);
}
