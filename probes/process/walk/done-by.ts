/** Which of the users whose groups are not told act for which group, in a reading of the process. */
import type { OpenPointValues, Reading } from "../../../spec/vocabulary/profile.ts";

/** By the label of a group: the users. */
export type DoneBy = NonNullable<OpenPointValues["action-gating"]["doneBy"]>;

/** In words. */
export function doneByText(doneBy: DoneBy): string {
  const groups = Object.entries(doneBy).map(
    ([label, accounts]) => `${accounts.join(" and ") || "none of them"} for ${label}`,
  );
  return groups.length > 0
    ? ` Of the users whose groups are not told, these alone were let act: ${groups.join(", ")}.`
    : "";
}

/** The reading of the process with who was let begin a trace, where the usual user was not. */
export function besideDoneBy(reading: Reading<"action-gating">, doneBy: DoneBy | undefined): Reading<"action-gating"> {
  if (!doneBy) return reading;
  const value = reading.value ?? { gating: "unclear" as const };
  const { doneBy: seen = {} } = value;
  const others = Object.fromEntries(Object.entries(doneBy).filter(([label]) => !Object.hasOwn(seen, label)));
  const evidence = `${reading.evidence}${doneByText(others)}`.trim();
  return { ...reading, value: { ...value, doneBy: { ...others, ...seen } }, evidence };
}
