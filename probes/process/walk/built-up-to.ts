/** Builds fresh traces that repeat earlier ones. */
import type { Way } from "../../../spec/readings/process.ts";
import type { Explorer } from "./explore.ts";

/**
 * The id of a fresh trace with all these actions, and the same values where the way names them; undefined where one was
 * refused.
 */
export async function builtUpTo(
  explorer: Pick<Explorer, "repeat">,
  way: Way | readonly string[],
): Promise<string | undefined> {
  const steps = way.map((step) => (typeof step === "string" ? { key: step } : step));
  const keys = steps.map(({ key }) => key);
  const { traceId, taken } = await explorer.repeat(keys, steps);
  return taken.length === way.length ? traceId : undefined;
}
