/** What stands in a document that is neither a list nor an object. */
import type { Json } from "../../spec/json.ts";

/** In document order; nothing for undefined. */
export function leavesIn(value: Json | undefined): readonly Json[] {
  if (value === undefined) return [];
  return typeof value === "object" && value !== null
    ? Object.values(value).flatMap((one: Json) => leavesIn(one))
    : [value];
}
