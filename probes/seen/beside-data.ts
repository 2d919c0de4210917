/** Finds names by which a state holds something else than what was sent, beside the data or above them. */
import { hasMember, isJsonObject, type Json, memberOf } from "../../spec/json.ts";
import { sameJson } from "../../spec/readings/equal.ts";
import { isWildcard, valuesAt } from "../../spec/readings/path.ts";
import { levelsOfHidden } from "../../spec/readings/state-data.ts";
import type { OpenPointValues } from "../../spec/vocabulary/profile.ts";
import { memberNames } from "../lib/likeness.ts";
import type { SeenState } from "./states.ts";

type Value = OpenPointValues["state-data"];

/** At most so many names are kept. */
const maxNames = 50;

/**
 * Members beside the data, and beside each object on the path to them. Left out are members that repeat something sent
 * by its name: a filter by such a name means the same at either place.
 */
export function membersBeside({ path }: Pick<Value, "path">, states: readonly SeenState[]): readonly string[] {
  const way = path ?? [];
  const levels = way.flatMap((step, depth) => (isWildcard(step) ? [] : [way.slice(0, depth)]));
  const names = states.flatMap(({ state, actions }) => {
    const sent = actions.map(({ data }) => data);
    return levels
      .flatMap((level) => valuesAt(state, level))
      .filter(isJsonObject)
      .flatMap((level) => Object.keys(level).filter((name) => !wasSent(name, level[name] ?? null, sent)));
  });
  return fewDistinct(names.filter((name) => !way.includes(name)));
}

/** Members of a state that shows the data nowhere; also those of the object that it has for state data. */
export function membersOfHidden(states: readonly SeenState[]): readonly string[] {
  const ours = memberNames(states.flatMap(({ actions }) => actions.map(({ data }) => data)));
  const names = states.flatMap(({ state }) => levelsOfHidden(state).flatMap((level) => Object.keys(level)));
  // A member that was sent is left out: the target may have changed its value, and a filter by it may mean that value.
  return fewDistinct(names.filter((name) => name !== "data" && !ours.has(name)));
}

function wasSent(name: string, value: Json, sent: readonly Json[]): boolean {
  return sent.some((data) => hasMember(data, name) && sameJson(memberOf(data, name), value));
}

function fewDistinct(names: readonly string[]): readonly string[] {
  return [...new Set(names)]
    .filter((name) => name !== "")
    .sort()
    .slice(0, maxNames);
}
