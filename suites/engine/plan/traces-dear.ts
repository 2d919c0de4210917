/** Where a target may not let a run create all traces that it asks for: what shows most must have them first. */
import { countExchanges } from "../../../generators/index.ts";
import { processOf } from "../../../spec/readings/process.ts";
import type { Script } from "../../../spec/vocabulary/script.ts";
import type { SuiteContext } from "../../scripts/index.ts";

/**
 * True where the configuration allows fewer traces than the scripts create, or a workflow is a process: who keeps one
 * often bounds what may be begun, and finding the process out has taken many traces by then.
 */
export function areTracesDear(
  { target, profile, mostTraces = Infinity }: Pick<SuiteContext, "target" | "profile" | "mostTraces">,
  scripts: readonly Script[],
): boolean {
  if (target.workflows.some((workflow) => processOf(profile, workflow) !== undefined)) return true;
  return scripts.reduce((sum, script) => sum + countExchanges(script).traces, 0) > mostTraces;
}
