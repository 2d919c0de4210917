/** Single values of an action's data, and where an answer shows them. */
import { isJsonObject, type Json } from "../../../spec/json.ts";
import { sameJson } from "../../../spec/readings/equal.ts";
import { everyPlace } from "../../../spec/readings/path.ts";
import type { ModelAction } from "../../../checks/model/world.ts";
import { actionsOfLinks, linksOf, stateOf, type Read, type Recorded } from "../recorded.ts";

export interface Leaf {
  /** From the root of the data. */
  readonly path: readonly string[];
  readonly value: Json;
}

/** The members of the data, lists as a whole, without the marker itself and the run, which all actions have. */
export function leavesOf({ data, markerAt }: ModelAction): readonly Leaf[] {
  const marker = markerAt.join("\n");
  return [...everyPlace(data, 2_000)].filter(
    ({ path, value }) =>
      path.length > 0 &&
      path[0] !== "tcRun" &&
      !isJsonObject(value) &&
      path.join("\n") !== marker &&
      !path.some((step) => /^\d+$/.test(step)),
  );
}

/** Where in the payload of the read the leaf stands, from the root of the payload; undefined where it does not. */
export function placeInAnswer(
  read: Read,
  action: ModelAction,
  { path, value }: Leaf,
  recorded: Recorded,
): readonly string[] | undefined {
  const links = linksOf(read.exchange);
  if (links) {
    const at = actionsOfLinks(read, recorded).indexOf(action);
    const inner = at < 0 ? undefined : endingIn(links[at] as Json, path, value);
    return inner && ["links", String(at), ...inner];
  }
  const state = stateOf(read.exchange);
  const inner = state === undefined ? undefined : endingIn(state, path, value);
  return inner && ["state", ...inner];
}

function endingIn(within: Json, path: readonly string[], value: Json): readonly string[] | undefined {
  for (const place of everyPlace(within)) {
    const start = place.path.length - path.length;
    if (start >= 0 && path.every((step, at) => place.path[start + at] === step) && sameJson(place.value, value))
      return place.path;
  }
  return undefined;
}
