/** Results that a folder named on the command line must hold. */
import { existsSync, statSync } from "node:fs";
import type { Results } from "../reports/index.ts";
import { readResults, readResultsFile } from "../suites/engine/saved/saved-run.ts";
import { UsageError } from "../suites/usage-error.ts";

/** The results in a folder. @throws UsageError when there are none. */
export function requiredResults(path: string, shown: string): Results {
  const results = readResults(path);
  if (results) return results;
  const problem = existsSync(path) ? `${shown} holds no results.json` : `there is no ${shown}`;
  throw new UsageError(`${problem}; give the --output folder of a run`);
}

/** The results in a file or a folder, which an option may have named. @throws UsageError when there are none. */
export function requiredResultsOf(path: string, shown: string, option?: string): Results {
  const stat = statSync(path, { throwIfNoEntry: false });
  const where = option === undefined ? "" : `${option}: `;
  if (!stat) throw new UsageError(`${where}there is no ${shown}; give results.json of a run, or its --output folder`);
  return stat.isDirectory() ? requiredResults(path, shown) : readResultsFile(path, shown);
}
