/** From the statuses of the requirements to the verdict of the run and its exit code. */
import { isOver } from "./latency.ts";
import type { ShutOut } from "./let-in.ts";
import type { FailOn, RequirementResult, Results, RunError, Verdict } from "./model.ts";

export interface VerdictInput {
  readonly requirements: readonly RequirementResult[];
  readonly errors: readonly RunError[];
  readonly exchanges: number;
  readonly interrupted: boolean;
  /** Why it ended early, as a clause; absent where a person interrupted it. */
  readonly because?: string | undefined;
  /** Present where the operations behind the logins were asked, and none was ever answered with a success. */
  readonly shutOut?: ShutOut | undefined;
  /** The part of the run that this is. */
  readonly shard?: { readonly index: number; readonly count: number } | undefined;
}

export interface VerdictRuling {
  readonly verdict: Verdict;
  /** One sentence per cause; empty when conformant. */
  readonly reasons: readonly string[];
}

/** Non-conformant when anything failed; else incomplete when a MUST is open; else conformant. */
export function verdictOf(input: VerdictInput): VerdictRuling {
  const failed = input.requirements.filter((requirement) => requirement.status === "failed");
  const reasons = failed.map(
    ({ id, needlessWaiver, reason, statement }) => `${id}${needlessWaiver ? "" : " failed"}: ${reason ?? statement}`,
  );
  const gaps = gapsOf(input);
  const verdict = failed.length > 0 ? "non-conformant" : gaps.length > 0 ? "incomplete" : "conformant";
  return { verdict, reasons: [...reasons, ...gaps] };
}

function gapsOf(input: VerdictInput): string[] {
  const gaps: string[] = [];
  if (input.interrupted)
    gaps.push(
      input.because === undefined
        ? "The run was interrupted before its end."
        : `The run ended early: ${input.because}.`,
    );
  const nothing = whyNothingIsShown(input);
  if (nothing !== undefined) gaps.push(nothing);
  const isUnbegun = hasNotBegun(input);
  const open = isUnbegun ? [] : input.requirements.filter((r) => r.level === "MUST" && r.status === "inconclusive");
  if (open.length > 0) {
    const named = open.slice(0, 8).map((requirement) => requirement.id);
    const more = open.length > named.length ? ` and ${open.length - named.length} more` : "";
    gaps.push(`${count(open.length, "MUST requirement")} could not be judged: ${named.join(", ")}${more}.`);
  }
  const inError = input.requirements.filter((requirement) => requirement.status === "error");
  for (const { id } of inError) {
    const extension = input.errors.find(({ requirement }) => requirement === id)?.extension;
    const whose = extension === undefined ? "the suite itself" : `your extension ${extension}`;
    gaps.push(`${id} could not be judged by an error of ${whose}.`);
  }
  for (const error of input.errors.filter((e) => e.requirement === undefined)) {
    gaps.push(`Error of the suite itself: ${error.message}`);
  }
  const { index, count: shards = 1 } = input.shard ?? {};
  if (shards > 1) gaps.push(`This is shard ${String(index)} of ${String(shards)}: merge tells the verdict.`);
  return gaps;
}

/** Why what was exchanged shows nothing, where it does not. */
function whyNothingIsShown(input: VerdictInput): string | undefined {
  const { requirements } = input;
  if (hasNotBegun(input))
    return sentence(`Nothing was exercised: ${commonReason(requirements) ?? "no exchange with the target took place"}`);
  if (requirements.every(({ judged }) => judged === 0)) return "Nothing was exercised: no requirement was judged.";
  if (input.shutOut) return `${input.shutOut.said}. ${input.shutOut.remedy}`;
  return nothingHolds(requirements) ? "Nothing of what was judged holds without a waiver." : undefined;
}

/** True where something was waived, and nothing else was found to hold or to be broken. */
function nothingHolds(requirements: readonly RequirementResult[]): boolean {
  const [waived, others] = [["waived"], ["passed", "warned", "failed"]].map((kinds) =>
    requirements.some(({ status }) => kinds.includes(status)),
  );
  return waived === true && others === false;
}

/** True for a run that ended before its first script: what was exchanged till then is of logins and probes. */
export function hasNotBegun({ requirements, exchanges }: Pick<VerdictInput, "requirements" | "exchanges">): boolean {
  return exchanges === 0 || requirements.some(({ unjudged }) => unjudged?.because === "not-begun");
}

const sentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);

/** The cause that all requirements name but those that were not to be judged. */
function commonReason(requirements: readonly RequirementResult[]): string | undefined {
  const reasons = new Set(requirements.filter(({ status }) => status !== "skipped").map(({ reason }) => reason));
  const [only] = reasons;
  return reasons.size === 1 ? only : undefined;
}

/**
 * The exit code of a finished run: 0 conformant, 1 not conformant (or, with `failOn: "should"`, a SHOULD broken, with
 * `failOn: "drift"`, a reading other than the pinned one or that of the baseline, with `failOn: "latency"`, an
 * operation above its latency budget), 3 incomplete, 4 our own error. A proven failure outweighs an error, an error
 * outweighs a gap. The verdict is about the interface alone: neither drift nor latency changes it.
 */
export function exitCodeOf(results: Results, options: { readonly failOn?: FailOn } = {}): 0 | 1 | 3 | 4 {
  const failOn = options.failOn ?? results.failOn ?? "must";
  const counts = results.summary.requirements;
  if (results.verdict === "non-conformant") return 1;
  if (counts.error > 0 || (results.errors?.length ?? 0) > 0) return 4;
  if (failOn === "should" && counts.warned > 0) return 1;
  if (failOn === "latency" && results.operations.some(isOver)) return 1;
  if (failOn === "drift" && results.openPoints.some(({ drift }) => drift !== undefined)) return 1;
  return results.verdict === "incomplete" ? 3 : 0;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
