/** How the keys of filters are written in the searches of a workflow. */
import { getOwn } from "../json.ts";
import { type JsonPath, readingOf, type OpenPointValues, type Profile } from "../vocabulary/profile.ts";

type SearchKeys = OpenPointValues["search-keys"];

/** The keys of one workflow. */
export interface WorkflowKeys extends SearchKeys {
  /** Where its states show the data in several places: by the name of a member the place below which filters name it. */
  readonly below?: Readonly<Record<string, JsonPath>>;
}

/** The keys, with the places that filters name in the searches of this workflow. */
export function searchKeysOf(
  profile: Profile,
  workflow: { readonly id: string } | undefined,
): WorkflowKeys | undefined {
  const keys = readingOf(profile, "search-keys");
  if (!keys || !workflow) return keys;
  const [place, below] = [getOwn(keys.places, workflow.id), getOwn(keys.members, workflow.id)];
  return { ...keys, ...(place ? { path: place } : {}), ...(below ? { below } : {}) };
}

/** The place below which filters name a member; undefined where members have places of their own and nobody saw that of this one. */
export function placeOfKey({ path, below }: Pick<WorkflowKeys, "path" | "below">, key: string): JsonPath | undefined {
  const [name = key] = key.split(".");
  if (!below) return path;
  return getOwn(below, name);
}
