/**
 * The judging loop: every rule on a case, each by itself, so that one that crashes spoils its own requirements alone.
 */
import type { RequirementId } from "../spec/requirements/index.ts";
import type { Judgement } from "../spec/requirements/judgement.ts";
import type { Case } from "./model/case.ts";
import { rules as ownRules } from "./registry.ts";
import type { Rule } from "./rule.ts";

export interface Judged {
  readonly judgements: readonly Judgement[];
  /** Rules that crashed: an error of the suite, or of the extension that is named, never a finding about the target. */
  readonly crashes: readonly Crash[];
}

interface Crash {
  readonly requirement: RequirementId;
  readonly message: string;
  readonly extension?: string;
}

export interface JudgeOptions {
  /** Requirements to judge; absent: all that the rules can. */
  readonly only?: ReadonlySet<RequirementId>;
  /** Absent: the suite's own. */
  readonly rules?: readonly Rule[];
}

/** Judges a case. Of a rule that throws all judgements are dropped: an incomplete set would look complete. */
export function judge(subject: Case, { only, rules = ownRules }: JudgeOptions = {}): Judged {
  const judgements: Judgement[] = [];
  const crashes: Crash[] = [];
  for (const rule of rules) {
    const wanted = only ? rule.requirements.filter((id) => only.has(id)) : rule.requirements;
    if (wanted.length === 0) continue;
    try {
      const found = [...rule.judge(subject)];
      // One by one: as arguments, more than some hundred thousand exhaust the stack.
      for (const judgement of found) if (!only || only.has(judgement.requirement)) judgements.push(judgement);
    } catch (error) {
      const message = crashText(rule, subject.history.script.id, error);
      const { extension } = rule;
      crashes.push(...wanted.map((requirement) => ({ requirement, message, ...(extension ? { extension } : {}) })));
    }
  }
  return { judgements, crashes };
}

function crashText({ id, extension }: Rule, script: string, error: unknown): string {
  const shown = (lines: number): string =>
    error instanceof Error
      ? (error.stack ?? error.message)
          .split("\n", lines)
          .map((line) => line.trim())
          .join(" ")
      : String(error);
  // Whoever wrote it looks for the line.
  if (extension !== undefined) return `your extension ${extension}: the rule ${id} crashed on ${script}: ${shown(6)}`;
  return `The rule ${id} crashed on the script ${script}: ${shown(3)}`;
}
