import { withMarker, markerOf } from "../../../generators/index.ts";
import type { Marker } from "../../../generators/index.ts";
import type { JsonObject } from "../../../spec/json.ts";
import type { Script, Step } from "../../../spec/vocabulary/script.ts";
import type { SuiteContext } from "../context.ts";

/** Makes documents with unique markers for one script. */
export interface Draft {
  /** A document with these members and a marker that no other document of the run has. */
  doc(members?: JsonObject): JsonObject;
  marker(): Marker;
}

/** Makes a script of one area. */
export type MakeScript = (
  context: SuiteContext,
  name: string,
  title: string,
  steps: (draft: Draft) => readonly Step[],
) => Script;

/**
 * Returns a function that makes the scripts of an area, with the ids `scenarios/<area>/<name>`.
 * @param also further properties of each script
 */
export function scriptsOf(area: string, also: Pick<Script, "exclusive"> = {}): MakeScript {
  return (context, name, title, steps) => {
    let count = 0;
    const marker = (): Marker => {
      count += 1;
      return { run: context.runId, marker: markerOf(area, context.runId, `${name}-${count}`) };
    };
    const doc = (members: JsonObject = { note: `${title} ${count + 1}` }) => withMarker(members, marker());
    return { ...also, id: `scenarios/${area}/${name}`, title, steps: steps({ doc, marker }) };
  };
}
