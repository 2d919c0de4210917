import { isJsonObject } from "../../core/json.ts";
import type { JsonObject } from "../../core/json.ts";
import type { SearchCondition } from "../../core/records.ts";
import type { Variant } from "../variant.ts";

export const searchKeysInnerNested: Variant = {
  id: "search-keys/inner-nested",
  title: "An object as a filter value asks for the members that it names, at any depth.",
  openPoint: "search-keys",
  install(hooks) {
    hooks.policy.filters.conditions = (filters) => conditionsBelow(filters, []);
  },
};

function conditionsBelow(filters: JsonObject, path: readonly string[]): SearchCondition[] {
  return Object.entries(filters).flatMap(([key, value]) =>
    isJsonObject(value) && Object.keys(value).length > 0
      ? conditionsBelow(value, [...path, key])
      : [{ paths: [[...path, key]], value }],
  );
}
