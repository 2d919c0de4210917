/** The known ways in which a state follows from the data of the actions. */
import { sameJson } from "./equal.ts";
import { isJsonObject, type Json, type JsonObject, memberOf } from "../json.ts";
import { partsOf, type Container, type MergeRule } from "../open-points/state-folds.ts";
import type { StateFold } from "../vocabulary/profile.ts";

export interface FoldedAction {
  readonly data: Json;
  readonly actionKey: string;
  readonly groupLabel: string;
}

type Step = (state: Json, action: FoldedAction) => Json;

/** An object whose members are all own, `__proto__` included. */
function objectOf(entries: Iterable<readonly [string, Json]>): JsonObject {
  return Object.fromEntries(entries);
}

function shallow(state: Json, data: Json): Json {
  if (!isJsonObject(data)) return data;
  return objectOf([...(isJsonObject(state) ? Object.entries(state) : []), ...Object.entries(data)]);
}

type ArrayMerge = (before: readonly Json[], after: readonly Json[]) => Json;

/** @param arrays what becomes of two arrays; absent: the later one replaces the earlier */
function deep(state: Json, data: Json, arrays?: ArrayMerge): Json {
  if (arrays && Array.isArray(data) && Array.isArray(state))
    return arrays(state as readonly Json[], data as readonly Json[]);
  if (!isJsonObject(data) || !isJsonObject(state)) return data;
  const merged = new Map<string, Json>(Object.entries(state));
  for (const [key, value] of Object.entries(data)) {
    const before = merged.get(key);
    merged.set(key, before === undefined ? value : deep(before, value, arrays));
  }
  return objectOf(merged);
}

const concatenated: ArrayMerge = (before, after) => [...before, ...after];

const united: ArrayMerge = (before, after) =>
  [...before, ...after].filter((one, at, all) => all.findIndex((other) => sameJson(other, one)) === at);

const byIndex: ArrayMerge = (before, after) =>
  Array.from({ length: Math.max(before.length, after.length) }, (_, index) => {
    const [one, two] = [before[index], after[index]];
    return one === undefined || two === undefined ? (two ?? one ?? null) : deep(one, two, byIndex);
  });

/** Shallow merge in which a null takes the member away. */
function shallowPatch(state: Json, data: Json): Json {
  const merged = shallow(state, data);
  return isJsonObject(merged) ? objectOf(Object.entries(merged).filter(([, value]) => value !== null)) : merged;
}

/** RFC 7396. */
function patch(state: Json, data: Json): Json {
  if (!isJsonObject(data)) return data;
  const merged = new Map<string, Json>(isJsonObject(state) ? Object.entries(state) : []);
  for (const [key, value] of Object.entries(data)) {
    if (value === null) merged.delete(key);
    else merged.set(key, patch(merged.get(key) ?? {}, value));
  }
  return objectOf(merged);
}

type Rule = (state: Json | undefined, data: Json) => Json;

const rules: { readonly [rule in MergeRule]: Rule } = {
  "shallow-merge": (state = {}, data) => shallow(state, data),
  "shallow-patch": (state = {}, data) => shallowPatch(state, data),
  "deep-merge": (state = {}, data) => deep(state, data),
  "deep-merge-concat": (state = {}, data) => deep(state, data, concatenated),
  "deep-merge-by-index": (state = {}, data) => deep(state, data, byIndex),
  "deep-merge-union": (state = {}, data) => deep(state, data, united),
  "merge-patch": (state = {}, data) => patch(state, data),
  replace: (_state, data) => data,
  "first-wins": (state = {}, data) => shallow(data, state),
  list: (state, data) => [...(Array.isArray(state) ? (state as readonly Json[]) : []), data],
};

const nameOf: { readonly [container in Container]: (action: FoldedAction) => string } = {
  action: ({ actionKey }) => actionKey,
  group: ({ groupLabel }) => groupLabel,
};

function stepOf(fold: StateFold): Step {
  const { rule, container } = partsOf(fold);
  const combine = rules[rule];
  if (container === undefined) return (state, { data }) => combine(state, data);
  return (state, action) => {
    const name = nameOf[container](action);
    const before = memberOf(state, name);
    return shallow(state, objectOf([[name, combine(before, action.data)]]));
  };
}

/**
 * The container of the state's data after these actions, in link order.
 * @param before what the actions before them made; absent: these are the first
 */
export function foldState(fold: StateFold, actions: readonly FoldedAction[], before?: Json): Json {
  const start: Json = fold === "list-of-actions" ? [] : {};
  return actions.reduce<Json>(stepOf(fold), before ?? start);
}
