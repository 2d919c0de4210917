/** A status as a sign, a word and a colour, so that none of them is needed alone. */
import type { RequirementStatus } from "../../../results/model.ts";

const signs: Readonly<Record<RequirementStatus, string>> = {
  passed: "✓",
  failed: "✕",
  warned: "!",
  waived: "≈",
  skipped: "–",
  inconclusive: "?",
  error: "⚠",
};

export const statusOrder: readonly RequirementStatus[] = [
  "failed",
  "error",
  "warned",
  "inconclusive",
  "waived",
  "skipped",
  "passed",
];

/** What a status means, for whom does not know the words. */
export const statusMeanings: Readonly<Record<RequirementStatus, string>> = {
  passed: "judged at least once, and never broken",
  failed: "a MUST is broken",
  warned: "a SHOULD is broken",
  waived: "broken, and excused by the configuration until a date",
  skipped: "does not apply here, by configuration",
  inconclusive: "could not be judged",
  error: "the suite itself went wrong",
};

export function Status({ status }: { readonly status: RequirementStatus }) {
  return (
    <span class={`status status-${status}`} title={statusMeanings[status]}>
      <StatusSign status={status} />
      {status}
    </span>
  );
}

export function StatusSign({ status }: { readonly status: RequirementStatus }) {
  return (
    <span class={`sign status-${status}`} aria-hidden="true">
      {signs[status]}
    </span>
  );
}
