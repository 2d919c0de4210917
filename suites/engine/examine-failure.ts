/** What is found out about a failure: the smallest script that shows it, and in how many attempts it is seen. */
import type { RequirementId } from "../../spec/requirements/index.ts";
import type { Script } from "../../spec/vocabulary/script.ts";
import { attemptAt } from "./results/attempts.ts";
import { breaks, reduceFailure, type ReductionOptions } from "./reduction.ts";
import type { ScriptOutcome } from "./results/script-outcome.ts";

/** So many attempts go at the same time. Where the first ones all show it again, nothing more is sent. */
const atOnce = 2;
const rounds = 2;

interface ExamineOptions extends Omit<ReductionOptions, "atOnce"> {
  /** Runs a script again that failed. */
  readonly again: (script: Script) => Promise<ScriptOutcome>;
  /** True once nothing is sent any more. */
  readonly ended: () => boolean;
}

/** Looks for a smaller script that breaks the requirement, and runs the smallest again as it stands. */
export async function examineFailure(
  first: ScriptOutcome,
  requirement: RequirementId,
  options: ExamineOptions,
): Promise<ScriptOutcome> {
  const { outcome } = await reduceFailure(first, requirement, { ...options, atOnce: 4 });
  const failing = outcome === first ? [first.script] : [outcome.script, first.script];
  // What depends on the moment may show oftener where more is sent.
  for (const script of failing) if (!(await failsAtTimes(script, requirement, options))) break;
  return outcome;
}

async function failsAtTimes(
  script: Script,
  requirement: RequirementId,
  { again, ended }: ExamineOptions,
): Promise<boolean> {
  for (let round = 0; round < rounds && !ended(); round += 1) {
    const numbers = Array.from({ length: atOnce }, (_, at) => round * atOnce + at + 1);
    const outcomes = await Promise.all(numbers.map((number) => again(attemptAt(script, number))));
    const judged = outcomes.filter(({ seen }) => seen !== undefined && seen.judgements > 0);
    if (judged.length === 0) return false;
    if (round === 0 && judged.every((outcome) => breaks(outcome, requirement))) return false;
  }
  return true;
}
