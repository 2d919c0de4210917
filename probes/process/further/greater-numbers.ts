/**
 * Numbers of which trials found that small ones are taken, and no bound: what comes next may wait for more, as ice that must bear so
 * much. Where actions were never taken, greater ones are sent, and from then on drawn as well.
 */
import { isJsonObject, type Json, type JsonObject } from "../../../spec/json.ts";
import { wholeNumber } from "../forms/told/offered-values.ts";
import { neverTaken, type SeenTrace } from "./deciding.ts";
import { builtUpTo } from "../walk/built-up-to.ts";
import type { Explorer } from "../walk/explore.ts";
import { wayBefore } from "./untried-values.ts";
import { isTaken } from "../../../spec/readings/actions.ts";

type NumberExplorer = Pick<Explorer, "explore" | "known" | "repeat" | "sender"> & { stage: Explorer["stage"] };

/** However many actions have numbers: so many are tried with greater ones. */
const maxActions = 6;
/** As much as many things are counted in, and measured in: the first that is taken is the bound from then on. */
const greater = [600, 60];
/** Up to where trials draw numbers while nothing tells how great they may be. */
const usualMost = wholeNumber.schema["maximum"];

/** Sends them in the earliest place of each action, and walks once more with great ones alone, which stay where that leads further. */
export async function tryGreaterNumbers(explorer: NumberExplorer, traces: () => readonly SeenTrace[]): Promise<void> {
  const { forms, workflow } = explorer.known;
  const before = neverTaken(traces(), workflow).length;
  if (before === 0) return;
  const found = Object.entries(forms.found).filter(([, form]) => withMost(form, 1, 1) !== form);
  const taken: (readonly [key: string, form: JsonObject, most: number])[] = [];
  explorer.stage = "again";
  for (const [key, form] of found.slice(0, maxActions)) {
    const most = await takenMost(explorer, traces(), key, form);
    if (most !== undefined) taken.push([key, form, most]);
  }
  explorer.stage = "first";
  if (taken.length === 0) return;
  const takes = (leastOf: (most: number) => number): void => {
    for (const [key, form, most] of taken)
      explorer.known.takenIn(key, withMost(form, leastOf(most), most) as JsonObject);
  };
  takes((most) => most / 2);
  await explorer.explore(new Map());
  if (neverTaken(traces(), workflow).length === before) takes(() => 1);
}

/** The greatest of these that the action takes for each of its numbers; undefined where it takes none. */
async function takenMost(
  explorer: NumberExplorer,
  traces: readonly SeenTrace[],
  key: string,
  form: JsonObject,
): Promise<number | undefined> {
  const { known, sender } = explorer;
  const [action] = known.actions(key);
  const way = action?.appends ? wayBefore(traces, known.workflow, key) : [];
  if (!action || !way) return undefined;
  const trace = action.appends ? await builtUpTo(explorer, way) : undefined;
  if (action.appends && trace === undefined) return undefined;
  for (const most of greater) {
    const other = { ...action, dataSchema: withMost(form, most, most) as JsonObject };
    const answer =
      trace === undefined
        ? await sender.begin("v2", other, known.files.wants(action))
        : await sender.act(trace, "v2", other, known.files.first(action));
    if (isTaken(answer)) return most;
  }
  return undefined;
}

/** The same with these bounds of each number whose greatest nothing told; the very same where there is none. */
function withMost(schema: Json, minimum: number, maximum: number): Json {
  if (Array.isArray(schema)) {
    const items = schema.map((one: Json) => withMost(one, minimum, maximum));
    return items.some((one, at) => one !== schema[at]) ? items : schema;
  }
  if (!isJsonObject(schema)) return schema;
  const isNumber = schema["type"] === "integer" || schema["type"] === "number";
  if (isNumber && schema["maximum"] === usualMost) return { ...schema, minimum, maximum };
  const entries = Object.entries(schema).map(([name, one]) => [name, withMost(one, minimum, maximum)] as const);
  return entries.some(([name, one]) => one !== schema[name]) ? Object.fromEntries(entries) : schema;
}
