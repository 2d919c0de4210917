/** The reference service with faults, as an environment with gates. */
import { embeddedEnvironment, type Environment } from "../../../driver/index.ts";
import type { Waiver } from "../../../spec/vocabulary/waiver.ts";
import type { Pins } from "../../../spec/vocabulary/profile.ts";
import { embeddedTarget } from "../../../reference/embedded-target.ts";
import { referenceOfTest } from "../../lib/reference.ts";

export interface Gates {
  readonly faults?: readonly string[];
  readonly waivers?: readonly Waiver[];
  readonly openPoints?: Pins;
}

/** Stopped after the test. */
export async function target({ faults = [], ...settings }: Gates = {}): Promise<Environment> {
  const { baseUrl } = await referenceOfTest({ faults: [...faults] });
  return embeddedEnvironment(baseUrl, embeddedTarget, settings);
}

/** Breaks ENV-01 and nothing else. */
export const breaksEnvelope = "envelope/v2-state-without-error-member";
/** Breaks ROBUST-01, a SHOULD, and nothing else. */
export const breaksManners = "robustness/odd-trace-id-is-a-server-error";
