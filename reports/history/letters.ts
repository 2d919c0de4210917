/** Statuses as letters: a text of some hundred letters is the outcome of a night. */
import type { RequirementStatus, Results } from "../results/model.ts";

const letters = {
  passed: "p",
  failed: "f",
  warned: "w",
  waived: "v",
  skipped: "s",
  inconclusive: "i",
  error: "e",
} as const satisfies Readonly<Record<RequirementStatus, string>>;

/** `.` stands for a requirement about which a run says nothing. */
export type Letter = (typeof letters)[RequirementStatus] | ".";

const words = new Map<string, RequirementStatus>(
  (Object.keys(letters) as RequirementStatus[]).map((status) => [letters[status], status]),
);

/**
 * The letter of a status. What passed in a run that was interrupted may fail in the rest of it, and what `--only` left
 * out is skipped in that run alone: both say nothing.
 */
export function letterOf(status: RequirementStatus, { partial }: Pick<Results, "partial">): Letter {
  if (partial?.interrupted && (status === "passed" || status === "inconclusive")) return ".";
  if (partial?.only?.length && status === "skipped") return ".";
  return letters[status];
}

/** The status that a letter stands for; undefined for `.`. */
export function statusOfLetter(letter: string): RequirementStatus | undefined {
  return words.get(letter);
}

/** Something is broken, or the suite went wrong: what `compare` calls broken. */
export function isBad(letter: string): boolean {
  return letter === "f" || letter === "w" || letter === "e";
}

/** The worst first. */
export const bySeverity: readonly string[] = ["f", "e", "w", "i", "v", "s", "p", "."];

export function worseOf(one: string, other: string): string {
  return bySeverity.indexOf(one) <= bySeverity.indexOf(other) ? one : other;
}
