/** Members that the target computes for its state and that have few texts in turn, such as a status. */
import { isJsonObject } from "../../spec/json.ts";
import { ownDataOfState } from "../../spec/readings/state-data.ts";
import type { OpenPointValues } from "../../spec/vocabulary/profile.ts";
import { memberNames } from "../lib/likeness.ts";
import type { SeenState } from "./states.ts";

type Value = OpenPointValues["state-data"];

/** So many of its values are told of a member, those that were shown most often. */
const maxValues = 6;
/** A member with more values than this is no status, nor is one with more than six that were hardly shown twice each. */
const mostValues = 16;
const enoughOfEach = 3;

/** The texts that members of the target's own have in turn, where they are few: what happens changes them. */
export function valuesOf(
  own: readonly string[],
  states: readonly SeenState[],
  reading: Value,
): Pick<Value, "ownValues"> {
  const shown = states.map(({ state }) => ownDataOfState(state, reading)).filter(isJsonObject);
  const values = own.flatMap((name): readonly (readonly [string, readonly string[]])[] => {
    const all = shown.map((data) => (Object.hasOwn(data, name) ? data[name] : undefined));
    const texts = all.filter((value) => typeof value === "string" && value.trim() !== "") as readonly string[];
    const byText = [...Map.groupBy(texts, (text) => text)].toSorted(([, one], [, other]) => other.length - one.length);
    const isFew = byText.length <= maxValues;
    const isStatus = byText.length <= mostValues && texts.length >= byText.length * enoughOfEach;
    if (byText.length < 2 || !(isFew || isStatus)) return [];
    return [
      [
        name,
        byText
          .slice(0, maxValues)
          .map(([text]) => text)
          .toSorted(),
      ],
    ];
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
