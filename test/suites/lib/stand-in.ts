/** A stand-in service as an environment of the suite. */
import { onTestFinished } from "vitest";
import { embeddedEnvironment, type Environment } from "../../../driver/index.ts";
import { standIns } from "../../stand-ins/index.ts";

/** Starts the stand-in; who calls closes it. */
export async function startStandIn(name: string): Promise<{ environment: Environment; close: () => Promise<void> }> {
  const start = standIns[name];
  if (!start) throw new RangeError(`no stand-in ${name}; there are ${Object.keys(standIns).join(", ")}`);
  const { baseUrl, target, close } = await start();
  const { credentials, secondUser, organization, workflows } = target;
  const described = { credentials, organization, workflows, ...(secondUser ? { secondUser } : {}) };
  const environment = embeddedEnvironment(baseUrl, described, { limits: { searchLagMs: 2_000, ...target.limits } });
  return { environment: { ...environment, name }, close };
}

/** Starts the stand-in; it is stopped after the test. */
export async function standIn(name: string): Promise<Environment> {
  const { environment, close } = await startStandIn(name);
  onTestFinished(close);
  return environment;
}
