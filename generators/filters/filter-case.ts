import type { Json, JsonObject } from "../../spec/json.ts";

/** A search filter and what it is meant to try on the document it was made from. */
export interface FilterCase {
  /** Stable and telling, such as `other-case`. */
  readonly name: string;
  /** Dotted keys reach into object members. */
  readonly filters: JsonObject;
  /** True where the document must match by equality. */
  readonly hit: boolean;
  readonly traits: readonly string[];
}

/** A case without unusual traits. */
export function filterCase(name: string, filters: JsonObject, hit: boolean): FilterCase {
  return { name, filters, hit, traits: [] };
}

/** The same value as another JSON type: `1` for `"1"`, `"true"` for `true`. Undefined where there is none. */
export function asOtherType(value: Json): Json | undefined {
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (typeof value !== "string") return undefined;
  if (value === "true" || value === "false") return value === "true";
  return value.trim() !== "" && String(Number(value)) === value ? Number(value) : undefined;
}
