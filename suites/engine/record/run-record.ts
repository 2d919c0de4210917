/**
 * What ran, as the histories of a run say it in their first line. It is written before the first history, so that what
 * is said of a run is what was known when it began, and not what somebody would like to have known afterwards.
 */
import {
  judgingTargetOf,
  wrongPasswordsOf,
  type Access,
  type Environment,
  type Limits,
} from "../../../driver/index.ts";
import type { ConfiguredTarget } from "../../../spec/requirements/at-hand.ts";
import type { History } from "../../../spec/vocabulary/history.ts";
import type { SuiteIdentity } from "../../../reports/evidence/index.ts";
import type { NamedExtension } from "../../../reports/results/index.ts";
import type { Pins, Profile } from "../../../spec/vocabulary/profile.ts";
import type { JudgingTarget } from "../../../spec/vocabulary/target.ts";
import type { Waiver } from "../../../spec/vocabulary/waiver.ts";
import type { Parts } from "../../extensions/parts.ts";
import type { SuiteContext } from "../../scripts/index.ts";
import { ofProbes } from "./of-probes.ts";
import type { RunIdentity, RunPlan } from "../plan/run-plan.ts";
import { contextOf } from "./suite-context.ts";
import { suiteIdentity } from "./suite-digest.ts";

/** Which credentials there were, not what they are. */
export interface CredentialsGiven {
  readonly email?: boolean;
  readonly password?: boolean;
  readonly privateKey?: boolean;
  readonly token?: boolean;
}

export interface RunRecord extends RunIdentity {
  readonly suite: SuiteIdentity;
  readonly extensions: readonly NamedExtension[];
  readonly bail: boolean;
  readonly durationMs?: number;
  /** True where the profile was given, and no probe looked. */
  readonly profileGiven: boolean;
  /** When the clock of the exchanges stood at zero, in milliseconds since 1970. */
  readonly clockOriginMs: number;
  /** When the run began to connect, in milliseconds since 1970. */
  readonly openedAtMs: number;
  readonly environment: {
    readonly name: string;
    readonly byFlags?: boolean;
    readonly baseUrl: string;
    readonly access: Access;
    readonly limits: Limits;
    readonly openPoints: Pins;
    readonly waivers: readonly Waiver[];
  };
  readonly target: JudgingTarget;
  readonly credentials: CredentialsGiven;
  /** True where the second user has an email and a password. */
  readonly secondCredential: boolean;
}

export function runRecordOf(
  environment: Environment,
  plan: RunPlan,
  parts: Parts,
  profile: Profile | undefined,
): RunRecord & Readonly<Record<string, unknown>> {
  const { outputDir: _output, corpusDir: _corpus, ...run } = plan;
  const { name, byFlags, baseUrl, access, limits, openPoints, waivers, secrets } = environment;
  const second = secrets.accountOf("second");
  return {
    ...run,
    suite: suiteIdentity(),
    extensions: parts.named,
    profileGiven: profile !== undefined,
    clockOriginMs: performance.timeOrigin,
    openedAtMs: performance.timeOrigin + performance.now(),
    environment: {
      name,
      ...(byFlags === undefined ? {} : { byFlags }),
      baseUrl,
      access,
      limits,
      openPoints,
      waivers,
    },
    target: judgingTargetOf(environment),
    credentials: Object.fromEntries(
      Object.entries(secrets.accountOf("first")).flatMap(([kind, value]) =>
        value === undefined ? [] : [[kind, true]],
      ),
    ),
    secondCredential: second.email !== undefined && second.password !== undefined,
  };
}

/** What decides which requirements can be judged, as it was when the run began. */
export function configuredTargetIn(record: RunRecord): ConfiguredTarget {
  const { target, credentials, environment, secondCredential, seed } = record;
  const given = (kind: keyof CredentialsGiven): object => (credentials[kind] === true ? { [kind]: "given" } : {});
  return {
    ...target,
    ...(environment.byFlags === undefined ? {} : { byFlags: environment.byFlags }),
    secondPassword: secondCredential,
    wrongPasswords: wrongPasswordsOf(target),
    // Runs of earlier versions say of all users together what somebody may do.
    ...(target.may === undefined ? {} : { people: target.people ?? [{ may: target.may }] }),
    seed,
    credentials: { ...given("email"), ...given("password"), ...given("privateKey") },
  };
}

/** What the scripts of the run follow from. @param probed what the probes saw */
export function suiteContextIn(record: RunRecord, profile: Profile, probed: readonly History[]): SuiteContext {
  const { target, credentials, secondCredential } = record;
  const seen = ofProbes(target, profile, probed);
  return contextOf(target, { ...credentials, secondCredential }, profile, record, seen);
}
