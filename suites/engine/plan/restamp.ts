/**
 * Gives a script that runs again new markers, because the target still holds the traces of its earlier run, which
 * searches would otherwise find.
 */
import { markerMembers } from "../../../generators/index.ts";
import { markerIn, shortRun } from "../../../spec/readings/marker.ts";
import type { Json } from "../../../spec/json.ts";
import type { ActStep, CreateStep, Script } from "../../../spec/vocabulary/script.ts";
import { flatten } from "./selection.ts";

/**
 * The script with the run that its documents name replaced by `run`, wherever it stands: in markers, in filters that
 * look for them, in near misses of them that change the case. A script without markers stays as it is.
 */
export function restamp(script: Script, run: string): Script {
  const runs = runsNamedIn(script).filter((name) => name !== run && name !== shortRun(run));
  let text = JSON.stringify(script.steps);
  for (const from of runs) {
    const to = shortRun(from) === from && shortRun(run) !== run ? shortRun(run) : run;
    text = text.replaceAll(from, to).replaceAll(upper(from), upper(to));
  }
  return runs.length === 0 ? script : { ...script, steps: JSON.parse(text) as Script["steps"] };
}

/** The runs that the documents of a script name, each once; that of a short marker, which a longer one holds, comes later. */
export function runsNamedIn(script: Script): readonly string[] {
  const named = script.steps.flatMap(flatten).map((step) => ("data" in step ? runIn(step) : undefined));
  const runs = new Set(named.filter((name) => typeof name === "string" && name.length > 5).map(String));
  return [...runs].toSorted((left, right) => right.length - left.length);
}

function upper(text: string): string {
  return text.toUpperCase();
}

/** The run that a document names: in a member of its own, or in the middle of its marker. */
function runIn({ data, markerAt }: CreateStep | ActStep): Json | undefined {
  return markerAt ? markerIn(data, markerAt)?.split("~")[1] : data[markerMembers.run];
}
