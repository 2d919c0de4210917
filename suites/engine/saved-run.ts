/** Reads what a run left on disk. Whoever wrote it: it is used only where it has the form that a run gives it. */
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { whyUnreadable } from "../../driver/index.ts";
import { resultsProblems, type Results } from "../../reports/results/index.ts";
import { UsageError } from "../usage-error.ts";
import { collectedProblems } from "./collected-run.ts";
import type { CollectedRun } from "./collected-run.ts";

const maxBytes = 256 * 1024 * 1024;
/** Deeper than any script nests what it sends, and shallow enough to be written again. */
const maxDepth = 4_000;

interface Expectation {
  /** What the file should be, for the complaint. */
  readonly wanted: string;
  readonly remedy: string;
  /** What is wrong with the value; empty: nothing. */
  readonly problemsOf: (value: unknown) => readonly string[];
}

/** A JSON file of a run. @throws UsageError that names the file, what was wanted, what is wrong, and the remedy */
export function readSaved<T>(file: string, { wanted, remedy, problemsOf }: Expectation): T {
  const complaint = (problem: string, cause?: unknown): UsageError =>
    new UsageError(`${file}: wanted ${wanted}; ${problem}${problem.endsWith("\n") ? "" : " "}${remedy}`, { cause });
  let value: unknown;
  try {
    const found = statSync(file);
    // A pipe would be waited for without end.
    if (!found.isFile()) throw complaint("it is no file.");
    if (found.size > maxBytes) throw complaint(`it is larger than ${String(maxBytes)} bytes.`);
    value = JSON.parse(readFileSync(file, "utf8"));
  } catch (cause) {
    throw cause instanceof UsageError ? cause : complaint(`${whyUnreadable(cause)}.`, cause);
  }
  if (nestsDeeper(value, maxDepth)) throw complaint(`it nests deeper than ${String(maxDepth)}.`);
  const problems = problemsOf(value);
  if (problems.length > 0) throw complaint(`got:\n  ${problems.slice(0, 10).join("\n  ")}\n`);
  return value as T;
}

/** The results in the folder, or undefined when there are none. @throws UsageError when they are not valid. */
export function readResults(folder: string): Results | undefined {
  const file = join(folder, "results.json");
  if (!statSync(file, { throwIfNoEntry: false })) return undefined;
  return readSaved<Results>(file, {
    wanted: "a results file of schema version 1",
    remedy: "Give the --output folder of a run, or run again.",
    problemsOf: (value) => {
      const problems = resultsProblems(value);
      return problems.length > 0 ? problems : placeProblems(value as Results);
    },
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
    ...(Number.isNaN(Date.parse(startedAt)) ? ["/startedAt must be a date and time"] : []),
    ...(URL.canParse(environment.baseUrl) ? [] : ["/environment/baseUrl must be an address"]),
  ];
}

function nestsDeeper(value: unknown, most: number): boolean {
  let level = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > most) return true;
    level = level.flatMap((one): unknown[] => (typeof one === "object" && one !== null ? Object.values(one) : []));
  }
  return false;
}
