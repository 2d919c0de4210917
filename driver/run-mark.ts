/** How everything that a run creates can be found again on the target. */
import type { JsonObject } from "../spec/vocabulary/json.ts";

/**
 * Members for the data of a created trace: which run made it. Suites put them beside their own members wherever no data
 * schema forbids it; the driver never changes the data of a script.
 */
export function runMark(runId: string): JsonObject {
  return { conformanceRun: runId };
}
