/**
 * Sends greater numbers where trials found that small ones are accepted, and no bound: a later action may wait for
 * more, e.g. ice that must be thick enough. This is tried where actions were never accepted.
 */
import { isJsonObject, type Json, type JsonObject } from "../../../spec/json.ts";
import { wholeNumber } from "../forms/told/offered-values.ts";
import { neverTaken, type SeenTrace } from "./deciding.ts";
import { builtUpTo } from "../walk/built-up-to.ts";
import type { Explorer } from "../walk/explore.ts";
import { wayBefore } from "./untried-values.ts";
import { isTaken } from "../../../spec/readings/actions.ts";

type NumberExplorer = Pick<Explorer, "explore" | "known" | "repeat" | "sender"> & { stage: Explorer["stage"] };

/** At most so many actions with numbers. */
const maxActions = 6;
/** Usual sizes of quantities. The first that is accepted becomes the bound. */
const greater = [600, 60];
/** The bound that trials use while nothing tells how great a number may be. */
const usualMost = wholeNumber.schema["maximum"];

/**
 * Finds the greatest accepted number for each action, then walks with great numbers alone; these stay if they lead
 * further, else the range goes from 1.
 */
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

/** The greatest of these sizes that the action accepts for all its numbers; undefined where it accepts none. */
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

/** The schema with these bounds for each number without a known maximum; the very same object where there is none. */
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
