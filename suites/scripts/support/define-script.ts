import { marked, markOf } from "../../../generators/index.ts";
import type { Mark } from "../../../generators/index.ts";
import type { JsonObject } from "../../../spec/vocabulary/json.ts";
import type { Script, Step } from "../../../spec/vocabulary/script.ts";
import type { SuiteContext } from "../context.ts";

/** Gives the documents of one script marks of their own. */
export interface Draft {
  /** A document with these members and a mark that no other document of the run has. */
  doc(members?: JsonObject): JsonObject;
  mark(): Mark;
}

/** A scenario script with the id `scenarios/<area>/<name>`. */
export function defineScript(
  context: SuiteContext,
  area: string,
  name: string,
  title: string,
  steps: (draft: Draft) => readonly Step[],
): Script {
  let count = 0;
  const mark = (): Mark => {
    count += 1;
    return { run: context.runId, mark: markOf(area, context.runId, `${name}-${count}`) };
  };
  const doc = (members: JsonObject = { note: `${title} ${count + 1}` }) => marked(members, mark());
  return { id: `scenarios/${area}/${name}`, title, steps: steps({ doc, mark }) };
}
