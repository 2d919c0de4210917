/** Traces on which it was done again what was done before. */
import type { Way } from "../../../spec/readings/process.ts";
import type { Explorer } from "./explore.ts";

/** A trace on which all of this was done again, with the same values where it names them; undefined where not all of it was taken. */
export async function builtUpTo(
  explorer: Pick<Explorer, "repeat">,
  way: Way | readonly string[],
): Promise<string | undefined> {
  const steps = way.map((step) => (typeof step === "string" ? { key: step } : step));
  const keys = steps.map(({ key }) => key);
  const { traceId, taken } = await explorer.repeat(keys, steps);
  return taken.length === way.length ? traceId : undefined;
}
