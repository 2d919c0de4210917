/** Judges one history, check by check, so that a check that crashes spoils its own requirements and no others. */
import { checks } from "../../checks/index.ts";
import type { RequirementId } from "../../spec/requirements/index.ts";
import type { History } from "../../spec/vocabulary/history.ts";
import type { Check, Judgement, JudgingContext } from "../../spec/vocabulary/judgement.ts";

export interface Judged {
  readonly judgements: readonly Judgement[];
  /** Checks that crashed: our fault, so their requirements are in error. */
  readonly crashes: readonly { readonly requirement: RequirementId; readonly message: string }[];
}

export function judgeSafely(
  history: History,
  context: JudgingContext,
  wanted: ReadonlySet<RequirementId>,
  by: readonly Check[] = checks,
): Judged {
  const judgements: Judgement[] = [];
  const crashes: { requirement: RequirementId; message: string }[] = [];
  for (const check of by) {
    if (!check.requirements.some((id) => wanted.has(id))) continue;
    try {
      // All or none of a check's judgements: half of them would look like the whole.
      const found = [...check.judge(history, context)];
      judgements.push(...found.filter((judgement) => wanted.has(judgement.requirement)));
    } catch (error) {
      const cause = error instanceof Error ? (error.stack ?? error.message).split("\n", 3).join(" ") : String(error);
      const message = `The check ${check.id} crashed on the script ${history.script.id}: ${cause}`;
      for (const requirement of check.requirements) if (wanted.has(requirement)) crashes.push({ requirement, message });
    }
  }
  return { judgements, crashes };
}
