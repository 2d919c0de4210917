/** Ways to write the keys of filters, the most natural first. */
import type { Json } from "../../spec/json.ts";
import { partsOf } from "../../spec/open-points/state-folds.ts";
import { sameJson } from "../../spec/readings/equal.ts";
import { everyPlace, isWildcard } from "../../spec/readings/path.ts";
import { ofWorkflow } from "../../spec/readings/state-data.ts";
import type { JsonPath, OpenPointValues } from "../../spec/vocabulary/profile.ts";
import type { ProbeContext } from "../probe.ts";
import type { Member } from "./members.ts";

export type SearchKeys = OpenPointValues["search-keys"];
export type FilterStyle = Pick<SearchKeys, "path" | "join">;

/**
 * Keys as they are; below the place of the data in the state or in links; below the action or the group.
 * @param shown places at which a state shows the member that is searched by, where they are no place of all data
 */
export function filterStyles(
  { fixture, reading, pin, target }: ProbeContext,
  shown: readonly JsonPath[] = [],
): readonly FilterStyle[] {
  const inState = ofWorkflow(reading("state-data"), target.workflows[fixture.workflow]);
  const state = inState?.path?.filter((step) => !isWildcard(step)) ?? [];
  const link = reading("link-data")?.path?.filter((step) => !isWildcard(step)) ?? [];
  const action = fixture.alone?.actions[0];
  // Where the data of an action stay apart in the state, or nobody knows how they stand there, filters may name it.
  const { container, rule } = partsOf(inState?.fold ?? "list-of-actions");
  const apart = !inState || inState.path === null || container !== undefined || rule === "list";
  const keys = action && apart ? [action.actionKey, action.groupLabel] : [];
  const paths: readonly JsonPath[] = [
    [],
    state,
    ...shown,
    ["data"],
    ["state", ...state],
    ["state"],
    ["state", "data"],
    ...keys.flatMap((key) => [[key], [...state, key], ["state", ...state, key]]),
    link,
    ["stateData"],
  ];
  const pinned = pin("search-keys");
  const styles = [...(pinned ? [{ path: pinned.path, join: pinned.join }] : []), ...paths.flatMap(stylesBelow)];
  return styles.filter((style, index) => styles.findIndex((other) => sameJson({ ...other }, { ...style })) === index);
}

/** Keys below a place, written in either way. */
export const stylesBelow = (path: JsonPath): readonly FilterStyle[] => [
  { path, join: "dotted" },
  ...(path.length > 0 ? [{ path, join: "nested" } as const] : []),
];

/** However often a value stands there: so many places are tried. */
const maxPlaces = 2;

/** The places, within a member, at which a state shows this member as it was sent. */
export function placesShowing(state: Json | undefined, { name, value }: Member): readonly JsonPath[] {
  const places = [...everyPlace(state ?? null)].filter(
    (place) => place.path.length > 1 && place.path.at(-1) === name && sameJson(place.value, value),
  );
  const above = places.map(({ path }) => path.slice(0, -1));
  return above.filter((path) => !path.some((step) => /^\d+$/.test(step))).slice(0, maxPlaces);
}

/** The reading to try a style with, before anything else is known of it. */
export function keysOf(style: FilterStyle, inner: SearchKeys["inner"] = "none"): SearchKeys {
  return { ...style, inner, valueTypes: ["string"], text: "exact", empty: "unknown" };
}

/** Where filters have no effect at all: what nearly every target does, so that checks find out that this one does not. */
export function naturalKeys(style: FilterStyle): SearchKeys {
  return { ...keysOf(style), valueTypes: ["string", "number", "boolean"], empty: "all" };
}

export function styleText({ path, join }: FilterStyle): string {
  if (path.length === 0) return "`{key: …}`";
  return join === "dotted"
    ? `\`{"${path.join(".")}.key": …}\``
    : `\`${path.map((step) => `{${step}: `).join("")}{key: …}${"}".repeat(path.length)}\``;
}
