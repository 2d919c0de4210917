/** The results of a run that could not begin: nothing was judged, and every requirement says why. */
import type { Environment } from "../../../driver/index.ts";
import type { Parts } from "../../extensions/parts.ts";
import type { Recorder } from "./recorder.ts";
import { resultsOf, type FinishedResults } from "./results-of.ts";
import type { RunIdentity } from "../plan/run-plan.ts";
import { select } from "../plan/selection.ts";

/**
 * @param found `answered`: requests that were answered before the run ended, those of logins among them; `recorder`: what
 *   was sent by then, and so what it left on the target; `interrupted`: somebody ended it, which the error only follows from
 */
export function unopened(
  identity: RunIdentity,
  environment: Environment,
  error: unknown,
  found: {
    readonly parts: Parts;
    readonly answered: number;
    readonly recorder: Recorder;
    readonly interrupted?: boolean;
  },
): FinishedResults {
  const { parts, answered, recorder, interrupted = false } = found;
  const why = environment.secrets.redact(error instanceof Error ? error.message : String(error));
  const reason = interrupted ? "the run was interrupted before its first script" : `the run could not begin: ${why}`;
  return resultsOf(
    {
      identity,
      environment,
      selection: select(identity.only, parts.requirements),
      applicability: new Map(
        parts.requirements.map(({ id }) => [
          id,
          { status: "inconclusive", reason, unjudged: { because: "not-begun" } },
        ]),
      ),
      interrupted,
      answered,
      parts,
      durationMs: Date.now() - Date.parse(identity.startedAt),
    },
    recorder,
  );
}
