/** How the keys of filters are written in the searches of a workflow. */
import { readingOf, type OpenPointValues, type Profile } from "../vocabulary/profile.ts";

type SearchKeys = OpenPointValues["search-keys"];

/** The keys, with the place that filters name in the searches of this workflow. */
export function searchKeysOf(profile: Profile, workflow: { readonly id: string } | undefined): SearchKeys | undefined {
  const keys = readingOf(profile, "search-keys");
  const place =
    workflow && keys?.places && Object.hasOwn(keys.places, workflow.id) ? keys.places[workflow.id] : undefined;
  return keys && place ? { ...keys, path: place } : keys;
}
