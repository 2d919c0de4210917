/** Links that show the data of some kinds of action alone: of the others a process may keep what it makes of them. */
import { sameJson } from "../../spec/readings/equal.ts";
import { dataOfLink } from "../../spec/readings/link-data.ts";
import { faces, type Face } from "../../spec/operations.ts";
import { isJsonObject, type Json } from "../../spec/json.ts";
import type { OpenPointValues } from "../../spec/vocabulary/profile.ts";
import type { KnownAction } from "./known-traces.ts";

/** A page that shows every link of a trace. */
export interface WholePage {
  readonly face: Face;
  readonly links: readonly Json[];
  readonly actions: readonly KnownAction[];
}

/** One link may have lost what was sent: so many show nothing, through each face. */
const leastLinks = 2;

/**
 * The keys of the actions whose data links show, where those of others are shown nothing in their place: through both faces
 * of each trace, which has as many links of either sort as actions. Undefined where anything else is so.
 */
export function keysInLinks(
  pages: readonly WholePage[],
  reading: OpenPointValues["link-data"],
): readonly string[] | undefined {
  const looks = pages.map(({ links, actions, ...page }) => {
    const values = links.map((link) => dataOfLink(link, reading));
    const shown = values.filter((value) => !isNothing(value));
    const own = actions.filter(({ data }) => shown.some((value) => sameJson(value ?? null, data)));
    return { ...page, actions, shown: shown.length, keys: own.map(({ actionKey }) => actionKey) };
  });
  const keys = new Set(looks.flatMap((look) => look.keys));
  const isSteady = looks.every(
    ({ actions, shown }) => actions.filter(({ actionKey }) => keys.has(actionKey)).length === shown,
  );
  const missing = (through: Face): number =>
    looks
      .filter(({ face }) => face === through)
      .reduce((sum, { actions, shown }) => sum + Math.max(0, actions.length - shown), 0);
  const isSeen = faces.every((face) => missing(face) >= leastLinks);
  return keys.size > 0 && isSteady && isSeen ? [...keys].sort() : undefined;
}

const isNothing = (value: Json | undefined): boolean =>
  value === undefined || value === null || (isJsonObject(value) && Object.keys(value).length === 0);
