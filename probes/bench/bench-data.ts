/**
 * What the probes write: plain values only, so that a fault which only unusual values trigger cannot change a reading.
 * Actions of one trace share members (also inside an object), so that the ways of combining them can be told apart.
 */
import { fitData, type FittedData, marked, seedFrom } from "../../generators/index.ts";
import type { JsonObject } from "../../spec/vocabulary/json.ts";
import type { FileSpec } from "../../spec/vocabulary/script.ts";
import type { ActionDescription } from "../../spec/vocabulary/target.ts";

/** Data that the action's schema allows, with the wanted members where it leaves room for them. */
export function fitting(
  action: ActionDescription | undefined,
  wanted: JsonObject,
): Pick<FittedData, "data" | "markAt"> {
  const { data, markAt } = fitData(action, { data: wanted });
  return { data, ...(markAt ? { markAt } : {}) };
}

/** Data of action `index` of the trace called `trace`. */
export function actionData(runId: string, trace: string, index: number, more: JsonObject = {}): JsonObject {
  const mark = `${trace}${String(index)}`;
  return marked(
    {
      title: `Title ${mark}`,
      count: 100 + index,
      urgent: true,
      place: { city: `City ${mark}`, [`room${String(index % 3)}`]: index },
      [`only${String(index % 4)}`]: `Word ${mark}`,
      ...more,
    },
    { run: runId, mark },
  );
}

/** Data of the trace that search is tried on. */
export function searchData(runId: string): JsonObject {
  const unique = seedFrom(runId) % 100_000_007;
  return marked(
    {
      // The run stands in the middle, so that a part of the text is unique too.
      title: `Quick-${runId}-Brown`,
      count: unique,
      urgent: true,
      place: { city: `Lyon-${runId}`, floor: unique },
      tags: ["amber", `blue-${runId}`],
    },
    { run: runId, mark: "alone" },
  );
}

/** Two actions; the second writes null over what the first wrote. */
export function nullData(runId: string): readonly [JsonObject, JsonObject] {
  const mark = (name: string) => ({ run: runId, mark: name });
  return [
    marked({ note: "to be emptied", kept: "stays", place: { city: "Nantes", floor: 3 } }, mark("nulls0")),
    marked({ note: null, place: { floor: null } }, mark("nulls1")),
  ];
}

/** Names of all files of the bench, short ones first: their places make each content longer than the one before. */
export const fileNames = ["eta", "beta", "zeta", "iota", "alpha", "gamma", "delta", "theta", "epsilon"] as const;

/** A small text file; content and length are like no other's. */
export function textFile(runId: string, name: (typeof fileNames)[number]): FileSpec {
  return {
    partName: `${name}Part`,
    fileName: `${name}.txt`,
    content: { text: `The file ${name} of the probes of run ${runId}${".".repeat(1 + fileNames.indexOf(name))}` },
  };
}
