/** Members that the target computes for its state and that have few texts in turn, such as a status. */
import { isJsonObject } from "../../spec/json.ts";
import { ownDataOfState } from "../../spec/readings/state-data.ts";
import type { OpenPointValues } from "../../spec/vocabulary/profile.ts";
import { memberNames } from "../lib/likeness.ts";
import type { SeenState } from "./states.ts";

type Value = OpenPointValues["state-data"];

/** A member with more values than this is no status. */
const maxValues = 6;

/** The texts that members of the target's own have in turn, where they are few: what happens changes them. */
export function valuesOf(
  own: readonly string[],
  states: readonly SeenState[],
  reading: Value,
): Pick<Value, "ownValues"> {
  const shown = states.map(({ state }) => ownDataOfState(state, reading)).filter(isJsonObject);
  const values = own.flatMap((name): readonly (readonly [string, readonly string[]])[] => {
    const all = new Set(shown.map((data) => (Object.hasOwn(data, name) ? data[name] : undefined)));
    const texts = [...all].filter((value) => typeof value === "string" && value.trim() !== "") as readonly string[];
    return texts.length > 1 && texts.length <= maxValues ? [[name, texts.toSorted()]] : [];
  });
  return values.length > 0 ? { ownValues: Object.fromEntries(values) } : {};
}

/** Such members of a state that shows the data in no place of their own: those of which nobody sent the name. */
export function statusesOf(all: readonly SeenState[], reading: Value): Pick<Value, "own" | "ownValues"> {
  const states = all.filter(({ actions }) => actions.length > 0);
  const ours = memberNames(states.flatMap(({ actions }) => actions.map(({ data }) => data)));
  const shown = states.map(({ state }) => ownDataOfState(state, reading)).filter(isJsonObject);
  const names = [...new Set(shown.flatMap((data) => Object.keys(data)))].filter(
    (name) => name !== "" && !ours.has(name),
  );
  const { ownValues } = valuesOf(names.toSorted(), states, reading);
  return ownValues ? { own: Object.keys(ownValues), ownValues } : {};
}
