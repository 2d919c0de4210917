/** Finds whole numbers and flags that the target computes for its states, e.g. a counter. */
import { isJsonObject, type Json } from "../../spec/json.ts";
import { everyMember } from "../../spec/readings/named-entries.ts";
import type { Exchange } from "../../spec/vocabulary/history.ts";
import type { OpenPointValues, Reading } from "../../spec/vocabulary/profile.ts";
import type { JudgingTarget } from "../../spec/vocabulary/target.ts";
import type { ProbeContext } from "../probe.ts";
import { knownTraces, type KnownTrace } from "./known-traces.ts";
import { isUsual, seenStates, type SeenState } from "./states.ts";

type OwnNumbers = NonNullable<OpenPointValues["state-data"]["ownNumbers"]>;

/** A member with more values is a measurement or a time. */
const mostValues = 6;
/** At most so many members of a workflow. */
const mostMembers = 4;

/**
 * By workflow, members that nobody sent, with several values, each at one path; those first that were 0 or false and
 * something else.
 */
export function ownNumbers(
  states: readonly SeenState[],
  traces: ReadonlyMap<string, KnownTrace>,
  { workflows }: Pick<JudgingTarget, "workflows">,
): OwnNumbers {
  const told = workflows.flatMap(({ id, actions }, index): readonly (readonly [string, OwnNumbers[string]])[] => {
    const own = states.filter((one) => isUsual(one) && traces.get(one.traceId)?.workflow === index);
    const sent = own.flatMap((state) => state.actions.map(({ data }) => data)).filter(isJsonObject);
    // Keys of actions are names in lists of what may come next.
    const others = new Set([...sent.flatMap((data) => Object.keys(data)), ...actions.map(({ key }) => key)]);
    const members = [...valuesByName(own)].flatMap(([name, values]) => {
      const isTold = !others.has(name) && values.length > 1 && values.length <= mostValues;
      return isTold ? [[name, values.toSorted((one, other) => Number(one) - Number(other))] as const] : [];
    });
    const nought = members.toSorted(([, one], [, other]) => Number(hasNought(other)) - Number(hasNought(one)));
    return members.length > 0 ? [[id, Object.fromEntries(nought.slice(0, mostMembers))]] : [];
  });
  return Object.fromEntries(told);
}

type Value = number | boolean;

const isValue = (value: Json): value is Value => typeof value === "boolean" || Number.isInteger(value);

const hasNought = (values: readonly Value[]): boolean => values.some((value) => !value);

/** By name, the values of members that always stand at the same path and in no list. */
function valuesByName(states: readonly SeenState[]): ReadonlyMap<string, readonly Value[]> {
  const found = new Map<string, { readonly path: string; readonly values: Set<Value> }>();
  const elsewhere = new Set<string>();
  for (const { state } of states)
    for (const { key, path, value } of everyMember(state)) {
      if (key === undefined || !isValue(value)) continue;
      const known = found.get(key) ?? { path: path.join("."), values: new Set() };
      if (known.path !== path.join(".") || path.some((step) => /^\d+$/.test(step))) elsewhere.add(key);
      found.set(key, known);
      known.values.add(value);
    }
  return new Map([...found].flatMap(([name, { values }]) => (elsewhere.has(name) ? [] : [[name, [...values]]])));
}

/** The reading with the numbers that states showed so far. */
export function withNumbers(
  found: Reading<"state-data">,
  exchanges: readonly Exchange[],
  { target }: Pick<ProbeContext, "target">,
): Reading<"state-data"> {
  if (!found.value) return found;
  const numbers = ownNumbers(seenStates(exchanges), knownTraces(exchanges), target);
  return Object.keys(numbers).length === 0 ? found : { ...found, value: { ...found.value, ownNumbers: numbers } };
}
