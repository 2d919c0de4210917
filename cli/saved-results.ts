/** Results that a folder named on the command line must hold. */
import { readResults } from "../suites/engine/saved/saved-run.ts";
import { UsageError } from "../suites/usage-error.ts";

/** The results in a folder. @throws UsageError when there are none. */
export function requiredResults(path: string, shown: string): NonNullable<ReturnType<typeof readResults>> {
  const results = readResults(path);
  if (!results) throw new UsageError(`${shown} holds no results.json; give the --output folder of a run`);
  return results;
}
