/** Where one document after another differs from the one before it. */
import { differences } from "../../spec/readings/equal.ts";
import type { Json } from "../../spec/json.ts";
import type { JsonPath } from "../../spec/vocabulary/profile.ts";

/** Each path once, in the order in which they are met. */
export function changedPaths(documents: readonly (Json | undefined)[]): readonly JsonPath[] {
  const paths = new Map<string, JsonPath>();
  for (const [at, after] of documents.entries())
    for (const { path } of at === 0 ? [] : differences(documents[at - 1], after)) paths.set(JSON.stringify(path), path);
  return [...paths.values()];
}
