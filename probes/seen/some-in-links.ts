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
    // Data that are empty look like nothing wherever they stand.
    const told = actions.filter(({ data }) => !isNothing(data));
    const shown = links.map((link) => dataOfLink(link, reading)).filter((value) => !isNothing(value));
    const own = told.filter(({ data }) => shown.some((value) => sameJson(value ?? null, data)));
    return { ...page, told, shown: shown.length, own };
  });
  const keys = new Set(looks.flatMap(({ own }) => own.map(({ actionKey }) => actionKey)));
  const isSteady = looks.every(
    ({ told, shown }) => told.filter(({ actionKey }) => keys.has(actionKey)).length === shown,
  );
  const missing = (through: Face): number =>
    looks
      .filter(({ face }) => face === through)
      .reduce((sum, { told, shown }) => sum + Math.max(0, told.length - shown), 0);
  const isSeen = faces.every((face) => missing(face) >= leastLinks);
  // Creations alone may be shown where everything that is appended is lost.
  const isOfAppended = looks.some(({ told, own }) => own.some((one) => one !== told[0]));
  return isOfAppended && isSteady && isSeen ? [...keys].sort() : undefined;
}

const isNothing = (value: Json | undefined): boolean =>
  value === undefined || value === null || (isJsonObject(value) && Object.keys(value).length === 0);
