/** Runs of several environments, and what came of each: a line for people, and one exit code for all. */
import type { Results, Verdict } from "../results/model.ts";
import { printable } from "../text/escape.ts";
import { budgetSentence } from "../text/latency-budgets.ts";
import { verdictWords, wholeHeadline } from "../text/headline.ts";

/** What became of one environment. */
export interface EnvironmentOutcome {
  readonly name: string;
  /** Folder below the common output, where its results and reports stand. */
  readonly folder: string;
  /** Absent: its run has not ended. */
  readonly exitCode?: number;
  /** One sentence: the headline of its results, or why there are none. */
  readonly sentence: string;
  /** Absent: there are no results. */
  readonly run?: EnvironmentRun;
  /** True where it was to run, and nobody heard of it. */
  readonly isMissing?: true;
}

interface EnvironmentRun {
  readonly verdict: Verdict;
  readonly baseUrl: string;
  readonly access: string;
  readonly startedAt: string;
  readonly durationMs: number;
  readonly exchanges: number;
  readonly requirements: Results["summary"]["requirements"];
}

/**
 * Exit codes, the worst first. Interrupted comes first, as nobody knows the rest then; a proven failure outweighs an error of
 * the suite, that one a configuration that cannot be used, and all of them a gap.
 */
const worstFirst: readonly number[] = [130, 1, 4, 2, 3, 0];

/** The exit code that stands for all. */
export function worstOf(codes: readonly number[]): number {
  return codes.toSorted((a, b) => severity(a) - severity(b))[0] ?? 0;
}

/** 0 for the worst. */
export function severity(code: number): number {
  const at = worstFirst.indexOf(code);
  return at < 0 ? 0 : at;
}

/** What results say of their environment. */
export function runOf(results: Results): EnvironmentRun {
  const { verdict, environment, startedAt, summary } = results;
  const { baseUrl, access } = environment;
  const { durationMs, exchanges, requirements } = summary;
  return { verdict, baseUrl, access, startedAt, durationMs, exchanges, requirements };
}

/** What is said of results, as one line; first what makes them red, as the line may be cut. */
export function sentenceOf(results: Results): string {
  const [head, budget = ""] = [wholeHeadline(results), budgetSentence(results)];
  return (results.failOn === "latency" ? [budget, head] : [head, budget]).join(" ").trim();
}

const wordsOfCode: Readonly<Record<number, string>> = {
  1: "Red",
  2: "Not run",
  3: "Incomplete",
  4: "Error",
  130: "Interrupted",
};

/** What an environment is, in a word or two. The verdict, unless the exit code says something worse. */
export function wordOf({ exitCode, run, isMissing }: EnvironmentOutcome): string {
  if (isMissing) return "Missing";
  if (exitCode === undefined) return "Not ended";
  if (run && (exitCode === 0 || run.verdict === "non-conformant")) return verdictWords[run.verdict];
  return wordsOfCode[exitCode] ?? "Error";
}

/** One line: the word, the name, the sentence. `width` is that of the longest name. */
export function environmentLine(outcome: EnvironmentOutcome, width = 0): string {
  const word = wordOf(outcome).padEnd("Not conformant".length);
  const [sentence = ""] = outcome.sentence.split("\n", 1);
  return printable(`${word}  ${outcome.name.padEnd(width)}  ${sentence}`);
}
