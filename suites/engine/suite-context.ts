/** What the scripts of a run follow from: the environment without its secrets, the profile, the plan. */
import { judgingTargetOf, type Environment } from "../../driver/index.ts";
import { readingOf, type Profile } from "../../spec/vocabulary/profile.ts";
import type { ReadableTrace, SuiteContext } from "../scripts/index.ts";
import type { RunIdentity } from "./run-plan.ts";

export function suiteContext(
  environment: Environment,
  profile: Profile,
  run: Pick<RunIdentity, "runId" | "depth" | "seed">,
  readable: readonly ReadableTrace[] = [],
): SuiteContext {
  const { email, password, privateKey } = environment.secrets.accountOf("first");
  const second = environment.secrets.accountOf("second");
  return {
    runId: run.runId,
    target: judgingTargetOf(environment),
    profile,
    refused: readingOf(profile, "input-features")?.refused ?? [],
    readable,
    depth: run.depth,
    seed: run.seed,
    has: {
      credential: email !== undefined && password !== undefined,
      privateKey: privateKey !== undefined,
      secondUser: environment.secondUser !== undefined,
      secondCredential: second.email !== undefined && second.password !== undefined,
      separateOrganization: environment.secondUser?.sharesOrganization === false,
      organization: environment.organization !== undefined,
      append: environment.workflows.some((workflow) => workflow.actions.some((action) => action.appends)),
    },
  };
}
