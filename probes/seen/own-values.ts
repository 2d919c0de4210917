/** Finds state members that the target computes and that have a few texts in turn, such as a status. */
import { isJsonObject, memberOf } from "../../spec/json.ts";
import { ownDataOfState } from "../../spec/readings/state-data.ts";
import type { OpenPointValues } from "../../spec/vocabulary/profile.ts";
import { memberNames } from "../lib/likeness.ts";
import type { SeenState } from "./states.ts";

type Value = OpenPointValues["state-data"];

/** At most so many values of a member are noted, those on most traces. */
const maxValues = 6;
/** So many values that each belong to one trace are no status. */
const leastOfEach = 3;
/** A member with more values is no status; nor is one with more than `maxValues` that traces do not share. */
const mostValues = 16;

/** A text of this length that an action sent is no status. */
const longEnough = 12;

const isSent = (text: string, { actions }: SeenState): boolean =>
  text.length >= longEnough && actions.some(({ data }) => JSON.stringify(data).includes(JSON.stringify(text)));

/** The values of own members, where they are few. */
export function valuesOf(
  own: readonly string[],
  states: readonly SeenState[],
  reading: Value,
): Pick<Value, "ownValues"> {
  const values = own.flatMap((name): readonly (readonly [string, readonly string[]])[] => {
    const shown = states.flatMap((one) => {
      const data = ownDataOfState(one.state, reading);
      const text = memberOf(data, name);
      const isText = typeof text === "string" && text.trim() !== "";
      return isText ? [{ text, traceId: one.traceId, sent: isSent(text, one) }] : [];
    });
    if (shown.some(({ sent }) => sent)) return [];
    const byText = [...Map.groupBy(shown, ({ text }) => text)]
      .map(([text, all]) => ({ text, traces: new Set(all.map(({ traceId }) => traceId)).size }))
      .toSorted((one, other) => other.traces - one.traces);
    const told = byText.slice(0, maxValues);
    // Few traces reach the last places of a long way, so not every value must be shared; but each trace has its own
    // number.
    const sights = byText.reduce((all, { traces }) => all + traces, 0);
    const isShared = told.every(({ traces }) => traces > 1) || sights >= 2 * byText.length;
    // If each trace has a value of its own, it is an id, or something that was sent under another name.
    const tracesOfAll = new Set(shown.map(({ traceId }) => traceId)).size;
    const isOfEach = byText.length >= leastOfEach && sights === byText.length && tracesOfAll === sights;
    const isStatus = byText.length <= maxValues || (byText.length <= mostValues && isShared);
    return told.length > 1 && isStatus && !isOfEach ? [[name, told.map(({ text }) => text).toSorted()]] : [];
  });
  return values.length > 0 ? { ownValues: Object.fromEntries(values) } : {};
}

/** Such members of a state that shows the data nowhere: those whose name nobody sent. */
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
