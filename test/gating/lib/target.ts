/** The reference service with faults, as an environment with gates. */
import { onTestFinished } from "vitest";
import { embeddedEnvironment, type Environment, type Pins, type Waiver } from "../../../driver/index.ts";
import { embeddedTarget } from "../../../reference/embedded-target.ts";
import { startReference } from "../../../reference/index.ts";

export interface Gates {
  readonly faults?: readonly string[];
  readonly waivers?: readonly Waiver[];
  readonly openPoints?: Pins;
}

/** Stopped after the test. */
export async function target({ faults = [], ...settings }: Gates = {}): Promise<Environment> {
  const reference = await startReference({ faults: [...faults] });
  onTestFinished(() => reference.close());
  return embeddedEnvironment(reference.baseUrl, embeddedTarget, settings);
}

/** Breaks ENV-01 and nothing else. */
export const breaksEnvelope = "envelope/v2-state-without-error-member";
/** Breaks ROBUST-01, a SHOULD, and nothing else. */
export const breaksManners = "robustness/odd-trace-id-is-a-server-error";
