/** What the scripts of a run follow from: the environment without its secrets, the profile, the plan. */
import { judgingTargetOf, type Environment } from "../../../driver/index.ts";
import { targetSeen } from "../../../spec/readings/target-seen.ts";
import { readingOf, type Profile } from "../../../spec/vocabulary/profile.ts";
import type { JudgingTarget } from "../../../spec/vocabulary/target.ts";
import type { SuiteContext } from "../../scripts/index.ts";
import type { OfProbes } from "./of-probes.ts";
import type { RunIdentity } from "../plan/run-plan.ts";

type ContextRun = Pick<RunIdentity, "runId" | "depth" | "seed" | "disturbed">;

export function suiteContext(
  environment: Environment,
  profile: Profile,
  run: ContextRun,
  probed: OfProbes = { readable: [], usedTexts: [], refusedBefore: [] },
): SuiteContext {
  const { email, password, privateKey } = environment.secrets.accountOf("first");
  const second = environment.secrets.accountOf("second");
  const given = {
    email: email !== undefined,
    password: password !== undefined,
    privateKey: privateKey !== undefined,
    secondCredential: second.email !== undefined && second.password !== undefined,
  };
  const context = contextOf(judgingTargetOf(environment), given, profile, run, probed);
  return { ...context, mostTraces: environment.limits.maxTraces };
}

/** @param given which credentials there are */
export function contextOf(
  target: JudgingTarget,
  given: {
    readonly email?: boolean;
    readonly password?: boolean;
    readonly privateKey?: boolean;
    readonly secondCredential?: boolean;
  },
  profile: Profile,
  { runId, depth, seed, disturbed }: ContextRun,
  { readable, usedTexts, refusedBefore }: OfProbes,
): SuiteContext {
  return {
    runId,
    target: targetSeen(target, profile),
    profile,
    refused: readingOf(profile, "input-features")?.refused ?? [],
    apart: readingOf(profile, "input-features")?.apart ?? [],
    readable,
    ...(usedTexts.length > 0 ? { usedTexts } : {}),
    ...(refusedBefore.length > 0 ? { refusedBefore } : {}),
    depth,
    seed,
    ...(disturbed ? { disturbed } : {}),
    has: {
      credential: given.email === true && given.password === true,
      privateKey: given.privateKey === true,
      secondUser: target.secondUser !== undefined,
      secondCredential: given.secondCredential === true,
      separateOrganization: target.secondUser?.sharesOrganization === false,
      organization: target.organization !== undefined,
      append: target.workflows.some((workflow) => workflow.actions.some((action) => action.appends)),
    },
  };
}
