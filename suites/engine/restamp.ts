/**
 * A script that runs again on a target that still holds what it created before must not meet its own past: its marks
 * are written anew.
 */
import { markMembers } from "../../generators/index.ts";
import { markIn } from "../../spec/readings/mark.ts";
import type { Json } from "../../spec/vocabulary/json.ts";
import type { ActStep, CreateStep, Script } from "../../spec/vocabulary/script.ts";
import { flatten } from "./selection.ts";

/**
 * The script with the run that its documents name replaced by `run`, wherever it stands: in marks, in filters that look
 * for them, in near misses of them that change the case. A script without marks stays as it is.
 */
export function restamp(script: Script, run: string): Script {
  const named = script.steps.flatMap(flatten).map((step) => ("data" in step ? runIn(step) : undefined));
  const runs = new Set(named.filter((name) => typeof name === "string" && name.length > 5 && name !== run));
  let text = JSON.stringify(script.steps);
  for (const from of runs) text = text.replaceAll(String(from), run).replaceAll(upper(String(from)), upper(run));
  return runs.size === 0 ? script : { ...script, steps: JSON.parse(text) as Script["steps"] };
}

function upper(text: string): string {
  return text.toUpperCase();
}

/** The run that a document names: in a member of its own, or in the middle of its mark. */
function runIn({ data, markAt }: CreateStep | ActStep): Json | undefined {
  return markAt ? markIn(data, markAt)?.split("~")[1] : data[markMembers.run];
}
