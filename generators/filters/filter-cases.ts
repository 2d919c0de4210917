import { isJsonObject, type Json, type JsonObject } from "../../spec/json.ts";
import { markerMembers } from "../json/marker.ts";
import { type FilterCase, filterCase } from "./filter-case.ts";
import { isBeyond32Bits, nearMisses, oneOfTwoWrong, shifted } from "./near-misses.ts";

const longestText = 300;

function isFilterable(value: Json): boolean {
  if (typeof value === "string") return value.length <= longestText;
  return typeof value === "number" || typeof value === "boolean";
}

/** Ordinary texts and numbers as filter values must be accepted; others a target may refuse. */
function unusualParts(filters: JsonObject): readonly string[] {
  const values = Object.values(filters);
  const isOdd = (value: Json) =>
    typeof value === "string" ? !/^[\x20-\x7e]+$/.test(value) : typeof value === "number" && isBeyond32Bits(value);
  return [
    ...(values.some(isOdd) ? ["search.odd-value"] : []),
    ...(values.some((value) => value === null) ? ["search.null"] : []),
  ];
}

/** The members of a document that a filter can name: leaves, and leaves of object members under dotted keys. */
function filterableMembers(data: JsonObject, prefix = ""): readonly (readonly [string, Json])[] {
  return Object.entries(data).flatMap(([name, value]): readonly (readonly [string, Json])[] => {
    if (!/^\w+$/.test(name) || name === "__proto__") return [];
    if (isFilterable(value)) return [[`${prefix}${name}`, value]];
    return isJsonObject(value) && prefix === "" ? filterableMembers(value, `${name}.`) : [];
  });
}

/**
 * Hits and near misses of a known document. Every filter but the misses of the marker itself also carries the marker,
 * so that the answer stays small on a service that holds many traces.
 */
export function filterCases(data: JsonObject): readonly FilterCase[] {
  const markerKey = markerMembers.marker;
  const marker = data[markerKey] ?? "";
  const own: JsonObject = { [markerKey]: marker };
  const others = filterableMembers(data).filter(([key]) => key !== markerKey && key !== markerMembers.run);
  const cases = [
    filterCase("mark", own, true),
    ...nearMisses(markerKey, marker),
    filterCase("unknown-key", { ...own, noSuchMember: "x" }, false),
    filterCase("unknown-key-null", { ...own, noSuchMember: null }, false),
    ...others.flatMap(([key, value]) => [
      filterCase(`hit ${key}`, { ...own, [key]: value }, true),
      ...[...nearMisses(key, value), ...(typeof value === "string" ? [shifted(key, value)] : [])].map((near) => ({
        ...near,
        filters: { ...own, ...near.filters },
      })),
      oneOfTwoWrong({ [key]: value }, { [markerKey]: `${String(marker)}-other` }),
    ]),
  ];
  return cases.map((filter) => ({ ...filter, traits: unusualParts(filter.filters) }));
}
