/** What came of one script. */
import type { Judgement } from "../../spec/vocabulary/judgement.ts";
import type { Script } from "../../spec/vocabulary/script.ts";

export interface ScriptOutcome {
  readonly script: Script;
  /**
   * judged: it ran and was judged. stopped: the run came to an end before it did, by interrupt or `--bail`.
   * broken: the suite itself failed, `error` says how.
   */
  readonly state: "judged" | "stopped" | "broken";
  /** Failed judgements of the selected requirements, MUST before SHOULD. */
  readonly failures: readonly FailedJudgement[];
  readonly error?: string;
}

export interface FailedJudgement extends Judgement {
  /** True where a MUST is broken. */
  readonly must: boolean;
}
