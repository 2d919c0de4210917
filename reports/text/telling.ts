/** The sentence that tells most about a requirement that did not pass. */
import type { RequirementResult } from "../results/model.ts";
import { failureSentence } from "./answer.ts";

/** What was seen first, and that its waiver expired; of a waiver that is not needed any more, that alone. */
export function tellingSentence(requirement: RequirementResult): string | undefined {
  const { failures: [failure] = [], reason, waiver } = requirement;
  const seen = failure && failureSentence(failure);
  const expired = expiredWaiver(requirement);
  if (seen !== undefined && expired !== undefined) return `${seen.replace(/\.$/, "")}. ${expired}`;
  return (waiver ? reason : undefined) ?? seen ?? reason;
}

/** The sentence on the waiver of what fails since that expired; undefined for every other requirement. */
export function expiredWaiver({ status, reason, waiver, needlessWaiver }: RequirementResult): string | undefined {
  return status === "failed" && waiver && !needlessWaiver ? reason : undefined;
}
