/** A run as those are told of it who are to be. */
import { sentenceOf } from "../../reports/environments/index.ts";
import { changesSince, type Results } from "../../reports/index.ts";
import type { EndedRun } from "../../reports/notification/index.ts";
import type { ExitCode } from "../exit-codes.ts";

interface Ended {
  readonly environment: string;
  readonly exitCode: ExitCode;
  readonly results: Results | undefined;
  /** The run that this one is compared with. */
  readonly earlier: Results | undefined;
  /** Why it ended so, where the results do not say it. */
  readonly problem?: string | undefined;
}

export function endedRun({ environment, exitCode, results, earlier, problem }: Ended): EndedRun {
  return {
    environment,
    exitCode,
    sentence: problem ?? (results ? sentenceOf(results) : ""),
    ...(results ? { results } : {}),
    ...(results && earlier ? { changes: changesSince(earlier, results) } : {}),
  };
}
