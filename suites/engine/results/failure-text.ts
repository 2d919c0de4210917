/** What a failing test says: the requirement, what was wanted and got, and the script that shows it. */
import type { Requirement, RequirementId } from "../../../spec/requirements/index.ts";
import { gotOf, valueTexts } from "../../../reports/index.ts";
import { fileNameOf } from "../saved/corpus.ts";
import type { FailedJudgement, ScriptOutcome } from "./script-outcome.ts";

const maxRequirements = 5;
const maxValueLength = 400;

type Lookup = (id: RequirementId) => Requirement;
/** What is told of a judgement that failed. */
export type ToldFailure = Pick<
  FailedJudgement,
  "requirement" | "message" | "expected" | "actual" | "operationId" | "face"
>;

export function failureText(outcomes: readonly ScriptOutcome[], lookup: Lookup): string {
  return outcomes
    .map(({ script, failures, error }) =>
      [
        ...(error === undefined ? [] : [error]),
        ...(failures.length > 0
          ? [failuresText(failures, lookup), `script: failures/${fileNameOf(script.id)}.json`]
          : []),
      ].join("\n"),
    )
    .join("\n\n");
}

/** The requirements that are broken, the first few of them whole. */
export function failuresText(failures: readonly ToldFailure[], lookup: Lookup): string {
  const byRequirement = [...Map.groupBy(failures, (failure) => failure.requirement).values()];
  const shown = byRequirement.slice(0, maxRequirements).map((group) => requirementText(group, lookup));
  const more = byRequirement.length - shown.length;
  return [...shown, ...(more > 0 ? [`… and ${more} more requirements are broken`] : [])].join("\n");
}

/** The first failure of a requirement, and how many more there are. */
function requirementText(failures: readonly ToldFailure[], lookup: Lookup): string {
  const [first] = failures;
  if (!first) return "";
  const more = failures.length - 1;
  return more > 0 ? `${judgementText(first, lookup)}\n  and ${more} more like it` : judgementText(first, lookup);
}

function judgementText(failure: ToldFailure, lookup: Lookup): string {
  const { statement, level } = lookup(failure.requirement);
  const { wanted, got } = valueTexts({ expected: failure.expected, actual: gotOf(failure) }, maxValueLength);
  return [
    `${failure.requirement} (${level}) ${failure.message ?? "is broken"}`,
    `  requirement: ${statement}`,
    ...(wanted === undefined ? [] : [`  wanted: ${wanted}`]),
    ...(got === undefined ? [] : [`  got: ${got}`]),
    ...(failure.operationId ? [`  operation: ${failure.operationId} (${failure.face ?? "both faces"})`] : []),
  ].join("\n");
}
