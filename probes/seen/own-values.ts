/** Members that the target computes for its state and that have few texts in turn, such as a status. */
import { isJsonObject, memberOf } from "../../spec/json.ts";
import { ownDataOfState } from "../../spec/readings/state-data.ts";
import type { OpenPointValues } from "../../spec/vocabulary/profile.ts";
import { memberNames } from "../lib/likeness.ts";
import type { SeenState } from "./states.ts";

type Value = OpenPointValues["state-data"];

/** So many of its values are told of a member, those that most traces showed. */
const maxValues = 6;
/** So many values, each of one trace alone, are no status. */
const leastOfEach = 3;
/** A member with more values than this is no status, nor is one with more than six of which traces have each their own. */
const mostValues = 16;

/** A text of so many characters that an action of the trace brought is what was sent, and none of a few that come in turn. */
const longEnough = 12;

const isSent = (text: string, { actions }: SeenState): boolean =>
  text.length >= longEnough && actions.some(({ data }) => JSON.stringify(data).includes(JSON.stringify(text)));

/** The texts that members of the target's own have in turn, where they are few: what happens changes them. */
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
    // Some places of a long way few traces reach; a number of its own each trace has.
    const sights = byText.reduce((all, { traces }) => all + traces, 0);
    const isShared = told.every(({ traces }) => traces > 1) || sights >= 2 * byText.length;
    // What many traces have each to themselves is a number of theirs, or what was sent under another name.
    const tracesOfAll = new Set(shown.map(({ traceId }) => traceId)).size;
    const isOfEach = byText.length >= leastOfEach && sights === byText.length && tracesOfAll === sights;
    const isStatus = byText.length <= maxValues || (byText.length <= mostValues && isShared);
    return told.length > 1 && isStatus && !isOfEach ? [[name, told.map(({ text }) => text).toSorted()]] : [];
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
