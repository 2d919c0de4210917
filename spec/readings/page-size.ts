/** How many links a page may be asked for: a bound may be one endpoint set's own. */
import type { Face } from "../operations.ts";
import { readingOf, type OpenPointValues, type Profile } from "../vocabulary/profile.ts";

type PageSize = OpenPointValues["page-size"];

/** The bound of pages through one face; the legacy set has that of v2 where it was not seen to have its own. */
function pageBoundOf(size: PageSize | undefined, face: Face): Pick<PageSize, "cap" | "beyondCap"> {
  const own = face === "legacy" ? size?.legacy : undefined;
  return own ?? size ?? { cap: null, beyondCap: "none-seen" };
}

/** The largest number of links that is not refused, as far as is known; Infinity where no refusal was met. */
export function mostAskable(size: PageSize | undefined, face: Face): number {
  const { cap, beyondCap } = pageBoundOf(size, face);
  return beyondCap === "refused" && cap !== null ? cap : Infinity;
}

/** So many links, or as many as the target was seen to take as a size through this face. */
export function askable(profile: Profile, face: Face, links: number): number {
  return Math.min(links, mostAskable(readingOf(profile, "page-size"), face));
}
