/** A stand-in service as an environment of the suite. */
import { onTestFinished } from "vitest";
import { embeddedEnvironment, type Environment } from "../../../driver/index.ts";
import { standIns } from "../../stand-ins/index.ts";

/** Starts the stand-in; it is stopped after the test. */
export async function standIn(name: string): Promise<Environment> {
  const start = standIns[name];
  if (!start) throw new RangeError(`no stand-in ${name}; there are ${Object.keys(standIns).join(", ")}`);
  const { baseUrl, target, close } = await start();
  onTestFinished(close);
  const { credentials, secondUser, organization, workflows } = target;
  const described = { credentials, organization, workflows, ...(secondUser ? { secondUser } : {}) };
  return { ...embeddedEnvironment(baseUrl, described, { limits: { searchLagMs: 2_000, ...target.limits } }), name };
}
