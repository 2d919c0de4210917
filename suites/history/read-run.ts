/** A run as somebody names it for the history: an output folder, or a results file. */
import { statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Results } from "../../reports/index.ts";
import { keptRun, type KeptRun } from "../../reports/history/index.ts";
import { readResultsFile } from "../engine/saved/saved-run.ts";
import { UsageError } from "../usage-error.ts";
import { filledIn } from "./report-link.ts";

interface ReadOptions {
  readonly cwd: string;
  /** Where reports are, with places such as `{runId}`; see `report-link.ts`. */
  readonly report?: string;
  /** True where the report that lies beside the results is remembered: whoever reads the history is on this machine. */
  readonly rememberFile: boolean;
}

/**
 * What the history keeps of the run.
 * @param named an output folder, or a file such as `results.json`
 * @throws UsageError with the name, the place, what was wanted, what was got and the remedy
 */
export function readRun(named: string, { cwd, report, rememberFile }: ReadOptions): KeptRun {
  const { file, shown } = resultsFileOf(named, cwd);
  const results = readResultsFile(file, shown);
  refuseShard(results, named);
  const link = report === undefined ? (rememberFile ? reportBeside(file) : undefined) : filledIn(report, results);
  return keptRun(results, link);
}

/** The results of a run as somebody names it. @throws UsageError */
export function resultsOfRun(named: string, cwd: string): Results {
  const { file, shown } = resultsFileOf(named, cwd);
  return readResultsFile(file, shown);
}

function resultsFileOf(named: string, cwd: string): { readonly file: string; readonly shown: string } {
  const path = resolve(cwd, named);
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  return isFolder
    ? { file: join(path, "results.json"), shown: join(named, "results.json") }
    : { file: path, shown: named };
}

/** What a shard did not do, another did: only together are they a run. */
function refuseShard({ partial }: Results, named: string): void {
  if (!partial?.shard) return;
  const { index, count } = partial.shard;
  throw new UsageError(
    `${named}: wanted a whole run; it is shard ${String(index)} of ${String(count)}. ` +
      "Put all shards together with trace-conformance merge, and add what that writes.",
  );
}

function reportBeside(file: string): string | undefined {
  if (basename(file) !== "results.json") return undefined;
  const report = join(dirname(file), "report.html");
  return statSync(report, { throwIfNoEntry: false })?.isFile() ? pathToFileURL(report).href : undefined;
}
