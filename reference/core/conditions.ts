import { canonicalJson, getOwn, isJsonObject } from "./json.ts";
import type { Json, JsonObject } from "./json.ts";
import type { SearchCondition, SearchQuery } from "./records.ts";

/** The values that a document has at the paths of a condition. */
export function valuesAt(document: JsonObject, { paths }: SearchCondition): Json[] {
  return paths.flatMap((path) => {
    let value: Json | undefined = document;
    for (const key of path) value = isJsonObject(value) ? getOwn(value, key) : undefined;
    return value === undefined ? [] : [value];
  });
}

/** A rule under which all conditions must hold, each by `same`. */
export function everyCondition(same: (found: Json, wanted: Json) => boolean) {
  return (document: JsonObject, query: Pick<SearchQuery, "conditions">): boolean =>
    query.conditions.every((condition) => valuesAt(document, condition).some((value) => same(value, condition.value)));
}

/** Equality of JSON values, whatever the order of members. */
export function sameJson(left: Json, right: Json): boolean {
  return canonicalJson(left) === canonicalJson(right);
}
