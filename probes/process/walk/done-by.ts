/** Who acts for which group, among users whose groups are not told, as the reading of the process says it. */
import type { OpenPointValues, Reading } from "../../../spec/vocabulary/profile.ts";

/** By the label of a group: its users. */
export type DoneBy = NonNullable<OpenPointValues["action-gating"]["doneBy"]>;

/** The same as a sentence of the evidence. */
export function doneByText(doneBy: DoneBy): string {
  const groups = Object.entries(doneBy).map(
    ([label, accounts]) => `${accounts.join(" and ") || "none of them"} for ${label}`,
  );
  return groups.length > 0
    ? ` Of the users whose groups are not told, these alone were let act: ${groups.join(", ")}.`
    : "";
}

/** The reading, with the user who was allowed to create a trace where the usual one was not. */
export function besideDoneBy(reading: Reading<"action-gating">, doneBy: DoneBy | undefined): Reading<"action-gating"> {
  if (!doneBy) return reading;
  const value = reading.value ?? { gating: "unclear" as const };
  const { doneBy: seen = {} } = value;
  const others = Object.fromEntries(Object.entries(doneBy).filter(([label]) => !Object.hasOwn(seen, label)));
  const evidence = `${reading.evidence}${doneByText(others)}`.trim();
  return { ...reading, value: { ...value, doneBy: { ...others, ...seen } }, evidence };
}
