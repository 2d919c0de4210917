import { isJsonObject, type Json, type JsonObject } from "../../spec/vocabulary/json.ts";
import { markMembers } from "../json/mark.ts";
import { type FilterCase, filterCase } from "./filter-case.ts";
import { nearMisses, oneOfTwoWrong } from "./near-misses.ts";

const longestText = 300;

function isFilterable(value: Json): boolean {
  if (typeof value === "string") return value.length <= longestText;
  return typeof value === "number" || typeof value === "boolean";
}

/** Ordinary texts and numbers as filter values must be accepted; others a target may refuse. */
function oddities(filters: JsonObject): readonly string[] {
  const values = Object.values(filters);
  const isOdd = (value: Json) =>
    typeof value === "string"
      ? !/^[\x20-\x7e]+$/.test(value)
      : typeof value === "number" && !Number.isSafeInteger(value);
  return [
    ...(values.some(isOdd) ? ["search.odd-value"] : []),
    ...(values.some((value) => value === null) ? ["search.null"] : []),
  ];
}

/** The members of a document that a filter can name: leaves, and leaves of object members under dotted keys. */
export function filterableMembers(data: JsonObject, prefix = ""): readonly (readonly [string, Json])[] {
  return Object.entries(data).flatMap(([name, value]): readonly (readonly [string, Json])[] => {
    if (!/^\w+$/.test(name) || name === "__proto__") return [];
    if (isFilterable(value)) return [[`${prefix}${name}`, value]];
    return isJsonObject(value) && prefix === "" ? filterableMembers(value, `${name}.`) : [];
  });
}

/**
 * Hits and near misses of a known document. Every filter but the misses of the mark itself also carries the mark, so
 * that the answer stays small on a service that holds many traces.
 */
export function filterCases(data: JsonObject): readonly FilterCase[] {
  const markKey = markMembers.mark;
  const mark = data[markKey] ?? "";
  const own: JsonObject = { [markKey]: mark };
  const others = filterableMembers(data).filter(([key]) => key !== markKey && key !== markMembers.run);
  const cases = [
    filterCase("mark", own, true),
    ...nearMisses(markKey, mark),
    filterCase("unknown-key", { ...own, noSuchMember: "x" }, false),
    filterCase("unknown-key-null", { ...own, noSuchMember: null }, false),
    ...others.flatMap(([key, value]) => [
      filterCase(`hit ${key}`, { ...own, [key]: value }, true),
      ...nearMisses(key, value).map((near) => ({ ...near, filters: { ...own, ...near.filters } })),
      oneOfTwoWrong({ [key]: value }, { [markKey]: `${String(mark)}-other` }),
    ]),
  ];
  return cases.map((filter) => ({ ...filter, features: oddities(filter.filters) }));
}
