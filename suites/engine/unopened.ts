/** The results of a run that could not begin: nothing was judged, and every requirement says why. */
import type { Environment } from "../../driver/index.ts";
import type { Results } from "../../reports/results/index.ts";
import { ownParts, type Parts } from "../extensions/parts.ts";
import { Recorder } from "./recorder.ts";
import { resultsOf, type FinishedResults } from "./results-of.ts";
import type { RunPlan } from "./run-plan.ts";
import { select } from "./selection.ts";

export function unopened(
  plan: RunPlan,
  environment: Environment,
  error: unknown,
  parts: Parts = ownParts,
): FinishedResults {
  const message = environment.secrets.redact(error instanceof Error ? error.message : String(error));
  const reason = `the run could not begin: ${message}`;
  const recorder = new Recorder({ baseUrl: environment.baseUrl, redact: (text) => environment.secrets.redact(text) });
  return resultsOf(
    {
      plan,
      environment,
      selection: select(plan.only, parts.requirements),
      applicability: new Map(parts.requirements.map(({ id }) => [id, { status: "inconclusive", reason }])),
      interrupted: false,
      parts,
      durationMs: Date.now() - Date.parse(plan.startedAt),
    },
    recorder,
  );
}

export function writeUnopened(plan: RunPlan, environment: Environment, error: unknown, parts?: Parts): Results {
  const { results, write } = unopened(plan, environment, error, parts);
  if (plan.outputDir !== undefined) write(plan.outputDir);
  return results;
}
