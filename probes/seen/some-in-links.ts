/** Finds links that show the data of some actions only, as a process may keep those of others elsewhere. */
import { sameJson } from "../../spec/readings/equal.ts";
import { dataOfLink } from "../../spec/readings/link-data.ts";
import { faces, type Face } from "../../spec/operations.ts";
import { isJsonObject, type Json } from "../../spec/json.ts";
import type { OpenPointValues } from "../../spec/vocabulary/profile.ts";
import type { KnownAction } from "./known-traces.ts";

/** A page with every link of a trace. */
export interface WholePage {
  readonly face: Face;
  readonly links: readonly Json[];
  readonly actions: readonly KnownAction[];
}

/** Through each face, at least so many links must show nothing: a single one may have lost the data. */
const leastLinks = 2;

/**
 * The keys of the actions whose data links show, while links of others show nothing; on each trace and through both
 * faces, with one link for each action. Undefined where anything else is shown.
 */
export function keysInLinks(
  pages: readonly WholePage[],
  reading: OpenPointValues["link-data"],
): readonly string[] | undefined {
  const looks = pages.map(({ links, actions, ...page }) => {
    // Empty data cannot be told from no data.
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
  // If only creations are shown, everything that is appended may be lost.
  const isOfAppended = looks.some(({ told, own }) => own.some((one) => one !== told[0]));
  return isOfAppended && isSteady && isSeen ? [...keys].sort() : undefined;
}

const isNothing = (value: Json | undefined): boolean =>
  value === undefined || value === null || (isJsonObject(value) && Object.keys(value).length === 0);
