/** What a failing test says: the requirement, what was wanted and got, and the script that shows it. */
import { requirementById } from "../../../spec/requirements/index.ts";
import { fileNameOf } from "../corpus.ts";
import type { FailedJudgement, ScriptOutcome } from "../script-outcome.ts";

const maxFailures = 5;
const maxValueLength = 400;

export function failureText(outcomes: readonly ScriptOutcome[]): string {
  return outcomes.map(outcomeText).join("\n\n");
}

function outcomeText({ script, failures, error }: ScriptOutcome): string {
  const shown = failures.slice(0, maxFailures).map(judgementText);
  const more = failures.length > shown.length ? [`… and ${failures.length - shown.length} more failures`] : [];
  const broken = error === undefined ? [] : [`error of the suite itself: ${error}`];
  const saved = failures.length > 0 ? [`script: failures/${fileNameOf(script.id)}.json`] : [];
  return [...broken, ...shown, ...more, ...saved].join("\n");
}

function judgementText(failure: FailedJudgement): string {
  const { statement, level } = requirementById(failure.requirement);
  const values = [value("wanted", failure.expected), value("got", failure.actual)].filter((line) => line !== undefined);
  return [
    `${failure.requirement} (${level}) ${failure.message ?? "is broken"}`,
    `  requirement: ${statement}`,
    ...values.map((line) => `  ${line}`),
    ...(failure.operationId ? [`  operation: ${failure.operationId} (${failure.face ?? "both faces"})`] : []),
  ].join("\n");
}

function value(name: string, json: unknown): string | undefined {
  if (json === undefined) return undefined;
  const text = JSON.stringify(json) ?? String(json);
  return `${name}: ${text.length > maxValueLength ? `${text.slice(0, maxValueLength)}…` : text}`;
}
