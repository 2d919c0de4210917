/** The results of a run that could not begin: nothing was judged, and every requirement says why. */
import type { Environment } from "../../driver/index.ts";
import { requirements } from "../../spec/requirements/index.ts";
import type { Results } from "../../reports/results/index.ts";
import { Recorder } from "./recorder.ts";
import { resultsOf, type FinishedResults } from "./results-of.ts";
import type { RunPlan } from "./run-plan.ts";
import { select } from "./selection.ts";

export function unopened(plan: RunPlan, environment: Environment, error: unknown): FinishedResults {
  const message = environment.secrets.redact(error instanceof Error ? error.message : String(error));
  const reason = `the run could not begin: ${message}`;
  const recorder = new Recorder({ baseUrl: environment.baseUrl, redact: (text) => environment.secrets.redact(text) });
  return resultsOf(
    {
      plan,
      environment,
      selection: select(plan.only),
      applicability: new Map(requirements.map(({ id }) => [id, { status: "inconclusive", reason }])),
      interrupted: false,
      durationMs: Date.now() - Date.parse(plan.startedAt),
    },
    recorder,
  );
}

export function writeUnopened(plan: RunPlan, environment: Environment, error: unknown): Results {
  const { results, write } = unopened(plan, environment, error);
  if (plan.outputDir !== undefined) write(plan.outputDir);
  return results;
}
