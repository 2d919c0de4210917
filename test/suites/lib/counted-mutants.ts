/** What sensitivity counts for rules of a test's choice. */
import { rules, type Rule } from "../../../checks/index.ts";
import type { JudgingContext } from "../../../spec/requirements/judgement.ts";
import { requirements, type RequirementId } from "../../../spec/requirements/index.ts";
import type { History } from "../../../spec/vocabulary/history.ts";
import { examineHistory, type ExamineOptions } from "../../../suites/sensitivity/examine.ts";
import { SensitivityTally } from "../../../suites/sensitivity/tally.ts";

/** What the mutants of a history count, where these requirements passed and these rules judge. */
export function countedMutants(
  whole: History,
  context: JudgingContext,
  {
    passed,
    from,
    ...which
  }: { passed: readonly RequirementId[]; from: readonly Rule[] } & Pick<ExamineOptions, "most" | "operators">,
) {
  const tally = new SensitivityTally();
  for (const one of examineHistory(whole, { ...context, requirements: new Set(passed), rules: from, ...which }))
    tally.add(one);
  return tally.result("full", passed);
}

export const every: readonly RequirementId[] = requirements.map(({ id }) => id);
export const without = (id: string): readonly Rule[] =>
  rules.filter(({ requirements: judged }) => !judged.some((one) => one === id));
