/** Names by which a state holds something of the target's own. */
import type { JsonObject } from "../json.ts";
import { partsOf } from "../open-points/state-folds.ts";
import { readingOf, type Profile } from "../vocabulary/profile.ts";
import type { JudgingTarget } from "../vocabulary/target.ts";
import { isWildcard } from "./path.ts";
import { stateReadingsOf } from "./state-data.ts";

/**
 * The names that a filter may take for something of the target's own, whatever was sent by them: members that it computes
 * or keeps beside the data, and those under which it keeps the data of actions apart.
 */
export function namesInState({ workflows }: Pick<JudgingTarget, "workflows">, profile: Profile): ReadonlySet<string> {
  const states = stateReadingsOf(profile);
  const own = states.flatMap((state) => state.own ?? []);
  const { path: filterPath = [], places = {} } = readingOf(profile, "search-keys") ?? {};
  // A filter that names the place of the data means what stands there.
  if ([filterPath, ...Object.values(places)].every((path) => path.some((step) => step !== "state")))
    return new Set(own);
  const isApart = states.some(({ path, fold }) => path === null || partsOf(fold).container !== undefined);
  const actions = isApart ? workflows.flatMap((workflow) => workflow.actions) : [];
  const beside = states.flatMap((state) => state.beside ?? []);
  const way = states.flatMap(({ path }) => (path ?? []).filter((step) => !isWildcard(step)));
  return new Set([...own, ...beside, ...way, ...actions.flatMap(({ key, groupLabel }) => [key, groupLabel])]);
}

/** True where one of the filters is by such a name, or by what stands below it. */
export function isByOwnName(filters: JsonObject, names: ReadonlySet<string>): boolean {
  return Object.keys(filters).some((key) => names.has(key) || names.has(topOf(key)));
}

/** The member of the document itself that a dotted key leads through. */
export function topOf(key: string): string {
  return key.split(".")[0] ?? key;
}
