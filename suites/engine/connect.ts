/** What a session asks of a target before anything else. */
import { LoginError, openDriver, type Driver, type DriverOptions, type Environment } from "../../driver/index.ts";
import { faces } from "../../spec/operations.ts";
import type { History } from "../../spec/vocabulary/history.ts";
import type { Script } from "../../spec/vocabulary/script.ts";

/**
 * Opens a driver. A login that answers success without a token, or fails by itself, is a finding about the target, so
 * the run goes on without a token to judge it; refused credentials are a matter of the configuration.
 */
export async function connect(environment: Environment, options: DriverOptions): Promise<Driver> {
  try {
    return await openDriver(environment, options);
  } catch (error) {
    const status = error instanceof LoginError ? error.status : undefined;
    if (status === undefined || (status >= 300 && status < 500)) throw error;
    return openDriver(environment, { ...options, logIn: false });
  }
}

/** What tells whether the organization is known. */
export const askingForLists: Script = {
  id: "probes/configuration/1",
  title: "Is the organization known?",
  steps: faces.map((face) => ({ op: "workflows", face })),
};

/** The lists of workflows through both faces, where there is an organization: what names it wrongly is no finding. */
export async function bothLists(driver: Driver): Promise<readonly History[]> {
  if (driver.environment.organization === undefined) return [];
  return [await driver.run(askingForLists)];
}
