/** Reads what a run left on disk. Whoever wrote it: it is used only where it has the form that a run gives it. */
import { statSync } from "node:fs";
import { join } from "node:path";
import { resultsProblems, type Results } from "../../../reports/results/index.ts";
import { readJsonFile, readJsonInput, type JsonBounds } from "../../../spec/files/json-file.ts";
import { whyUnreadable } from "../../../spec/files/why-unreadable.ts";
import { UsageError } from "../../usage-error.ts";
import { collectedProblems } from "./collected-run.ts";
import type { CollectedRun } from "./collected-run.ts";

const bounds: JsonBounds = {
  maxBytes: 256 * 1024 * 1024,
  /** Deeper than any script nests what it sends, and shallow enough to be written again. */
  maxDepth: 4_000,
  /** A run of many failures holds some hundred thousand. */
  maxValues: 5_000_000,
};

interface Expectation {
  /** How the complaint names the file; default: its path. */
  readonly shown?: string;
  /** What the file should be, for the complaint. */
  readonly wanted: string;
  readonly remedy: string;
  /** What is wrong with the value; empty: nothing. */
  readonly problemsOf: (value: unknown) => readonly string[];
  /** How its value is read; default: from the file. */
  readonly read?: (file: string, within: JsonBounds) => unknown;
}

/** A JSON file of a run. @throws UsageError that names the file, what was wanted, what is wrong, and the remedy */
export function readSaved<T>(
  file: string,
  { shown = file, wanted, remedy, problemsOf, read = readJsonFile }: Expectation,
): T {
  const complaint = (problem: string, cause?: unknown): UsageError =>
    new UsageError(`${shown}: wanted ${wanted}; ${problem}${problem.endsWith("\n") ? "" : " "}${remedy}`, { cause });
  let value: unknown;
  try {
    value = read(file, bounds);
  } catch (cause) {
    throw complaint(`${whyUnreadable(cause)}.`, cause);
  }
  const problems = problemsOf(value);
  if (problems.length > 0) throw complaint(`got:\n  ${problems.slice(0, 10).join("\n  ")}\n`);
  return value as T;
}

const resultsExpected: Expectation = {
  wanted: "a results file of schema version 1",
  remedy: "Give the --output folder of a run, or run again.",
  problemsOf: (value) => {
    const problems = resultsProblems(value);
    return problems.length > 0 ? problems : placeProblems(value as Results);
  },
};

/** The results in the folder, or undefined when there are none. @throws UsageError when they are not valid. */
export function readResults(folder: string): Results | undefined {
  const file = join(folder, "results.json");
  if (!statSync(file, { throwIfNoEntry: false })) return undefined;
  return readResultsFile(file);
}

/** The results in a file. @throws UsageError when it cannot be read, or they are not valid. */
export function readResultsFile(file: string, shown = file): Results {
  return readSaved<Results>(file, { ...resultsExpected, shown });
}

/** The results that somebody sends to the standard input. @throws UsageError when they are not valid */
export function readResultsInput(): Results {
  const remedy = "Send results.json, or what run --json prints.";
  return readSaved<Results>("the standard input", {
    ...resultsExpected,
    remedy,
    read: (_, within) => readJsonInput(within),
  });
}

/** What `merge` and `recheck` need besides. @throws UsageError when it is not there, or not valid. */
export function readCollected(folder: string): CollectedRun {
  return readSaved<CollectedRun>(join(folder, "collected.json"), {
    wanted: "what a run has collected",
    remedy: "Give the --output folder of a run, or run again.",
    problemsOf: (value) => {
      const problems = collectedProblems(value);
      return problems.length > 0 ? problems : placeProblems((value as CollectedRun).options);
    },
  });
}

/** Reports count from the start, and put the address before the paths. */
function placeProblems({ startedAt, environment }: Pick<Results, "startedAt" | "environment">): readonly string[] {
  return [
    ...(isMoment(Date.parse(startedAt)) ? [] : ["/startedAt must be a date and time"]),
    ...(URL.canParse(environment.baseUrl) ? [] : ["/environment/baseUrl must be an address"]),
  ];
}

/** Between 1970 and 9999: other years are written in forms that databases and other readers do not take. */
function isMoment(ms: number): boolean {
  return ms >= 0 && ms < 253_402_300_800_000;
}
