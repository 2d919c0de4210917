/** Which requirements cannot be judged on this target, and what would make each judgeable. */
import { wrongPasswordsOf, type Environment } from "../../../driver/index.ts";
import { requirements, type Requirement, type RequirementId } from "../../../spec/requirements/index.ts";
import { workflowsWithForms } from "../../../spec/readings/forms.ts";
import { forbidden } from "../../../spec/requirements/forbidden.ts";
import { firstMissing } from "../../../spec/requirements/missing.ts";
import type { ConfiguredTarget, Inapplicable } from "../../../spec/requirements/at-hand.ts";
import { readingOf, type Profile } from "../../../spec/vocabulary/profile.ts";
import { otherOfAnyData } from "../../scripts/support/any-data.ts";
import { closedSchemas } from "./closed-schemas.ts";

/** Requirements that this target or its profile leaves unjudgeable; those not in the map must be exercised. */
export function applicability(
  target: ConfiguredTarget,
  profile: Profile,
  register: readonly Requirement[] = requirements,
): ReadonlyMap<RequirementId, Inapplicable> {
  const reachesInner = readingOf(profile, "search-keys")?.inner !== "none";
  const workflows = workflowsWithForms(target.workflows, profile);
  const gating = readingOf(profile, "action-gating");
  const isSentElsewhere = otherOfAnyData(workflows, profile) !== undefined;
  const atHand = { target, profile, schemas: closedSchemas(workflows, { reachesInner, gating, isSentElsewhere }) };
  const found = new Map<RequirementId, Inapplicable>();
  for (const requirement of register) {
    const missing = forbidden(requirement, target) ?? firstMissing(requirement, atHand);
    if (missing) found.set(requirement.id, missing);
  }
  return found;
}

/** The part of an environment that decides what can be judged. */
export function configuredTargetOf(environment: Environment, seed: number): ConfiguredTarget {
  const { email, password } = environment.secrets.accountOf("second");
  return {
    ...environment,
    credentials: environment.secrets.accountOf("first"),
    secondPassword: email !== undefined && password !== undefined,
    wrongPasswords: wrongPasswordsOf(environment),
    seed,
  };
}
