/** The sentence that tells most about a requirement that did not pass. */
import type { RequirementResult } from "../results/model.ts";
import { failureSentence } from "./answer.ts";

/** With a waiver, why it did not help: expired, or nothing left to waive. Else what was seen first. */
export function tellingSentence({ failures, reason, waiver }: RequirementResult): string | undefined {
  const [failure] = failures ?? [];
  return (waiver ? reason : undefined) ?? (failure && failureSentence(failure)) ?? reason;
}
