/** A selection of which nothing can be judged as configured: that is known before anything is sent. */
import type { Environment } from "../../driver/index.ts";
import type { Requirement } from "../../spec/requirements/index.ts";
import { ConfigurationDoubt } from "./configuration-doubt.ts";
import { applicability, configuredTargetOf } from "./plan/applicability.ts";
import type { RunPlan } from "./plan/run-plan.ts";
import { select } from "./plan/selection.ts";

/** So many reasons are told. */
const mostReasons = 3;

/** @throws ConfigurationDoubt where the configuration leaves nothing of what `--only` names to be judged, with what would supply it. */
export function refuseNothingToJudge(
  environment: Environment,
  { only, seed, suiteLevel }: RunPlan,
  register: readonly Requirement[],
): void {
  if (only.length === 0) return;
  const found = applicability(configuredTargetOf(environment, seed), { readings: {} }, register);
  const reasons = new Set<string>();
  for (const id of select(only, register, suiteLevel).requirements) {
    const one = found.get(id);
    if (one?.status !== "skipped" || one.choice || one.isSeenInRun) return;
    reasons.add(one.reason);
  }
  if (reasons.size === 0) return;
  const told = [...reasons].slice(0, mostReasons).join("; ");
  throw new ConfigurationDoubt(`nothing of --only ${only.join(",")} can be judged as configured: ${told}`);
}
