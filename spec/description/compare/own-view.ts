/** One schema by itself, as a comparison looks at it. */
import { isObject, type SourcePlace } from "./place.ts";

export type JsonType = "null" | "boolean" | "integer" | "number" | "string" | "array" | "object";

export interface SchemaView {
  /** Where to point a reader. */
  readonly place: SourcePlace;
  /** Absent: any type. `number` stands with `integer` beside it. */
  readonly types?: ReadonlySet<JsonType>;
  readonly formats: readonly string[];
  readonly hasPattern: boolean;
  /** The values of `enum` or `const`. */
  readonly values?: readonly unknown[];
  /** One name may be described several times, by the parts of an `allOf`: all of them hold. */
  readonly properties: ReadonlyMap<string, readonly SourcePlace[]>;
  readonly required: ReadonlySet<string>;
  /** Members that no property describes: taken as they are, refused, or described by a schema. */
  readonly additional: "any" | "none" | SourcePlace;
  readonly items?: SourcePlace;
  /** `contentMediaType`, or application/octet-stream for `format: binary`. */
  readonly mediaType?: string;
  /** The schemas that say so, each with limits of its own. */
  readonly parts: readonly SourcePlace[];
  /** Its types follow from `properties` or `items` alone: values of other types fit as well. */
  readonly implied: boolean;
  /** Why nothing fits, where that is plain. */
  readonly impossible?: Impossible;
  /** Names of the open points that our own description marks. */
  readonly openPoints: readonly string[];
}

/** A schema that nothing fits. */
export interface Impossible {
  readonly place: SourcePlace;
  /** `it is false`, as messages go on after the colon. */
  readonly reason: string;
}

export function saysNothing(value: unknown): boolean {
  return value === true || (isObject(value) && Object.keys(value).length === 0);
}

export function anything(place: SourcePlace): SchemaView {
  return {
    place,
    parts: [],
    implied: false,
    formats: [],
    hasPattern: false,
    properties: new Map(),
    required: new Set(),
    additional: "any",
    openPoints: [],
  };
}

export function ownView(place: SourcePlace, value: Readonly<Record<string, unknown>>): SchemaView {
  const types = typesOf(value);
  const values = Array.isArray(value["enum"])
    ? (value["enum"] as unknown[])
    : "const" in value
      ? [value["const"]]
      : undefined;
  const items = place.get("items");
  const format = typeof value["format"] === "string" ? value["format"].toLowerCase() : undefined;
  const mediaType = mediaTypeOf(value, format);
  const reason = whyNothing(value);
  const marks = value["x-open-points"];
  return {
    place,
    parts: [place],
    implied: types !== undefined && value["type"] === undefined && values === undefined,
    ...(reason === undefined ? {} : { impossible: { place, reason } }),
    ...(types ? { types } : {}),
    formats: format === undefined ? [] : [format],
    hasPattern: typeof value["pattern"] === "string",
    ...(values ? { values } : {}),
    properties: new Map((place.get("properties")?.members() ?? []).map(([name, member]) => [name, [member]])),
    required: new Set((Array.isArray(value["required"]) ? value["required"] : []).map(String)),
    additional: additionalOf(place),
    ...(items ? { items } : {}),
    ...(mediaType === undefined ? {} : { mediaType }),
    openPoints: Array.isArray(marks) ? marks.map(String) : [],
  };
}

/** What of one schema, by itself, lets nothing through. */
function whyNothing(value: Readonly<Record<string, unknown>>): string | undefined {
  if (Array.isArray(value["enum"]) && value["enum"].length === 0) return "its enum lists nothing";
  if (Array.isArray(value["type"]) && value["type"].length === 0) return "its list of types is empty";
  if ("not" in value && saysNothing(value["not"])) return "its not excludes everything";
  return undefined;
}

function additionalOf(place: SourcePlace): SchemaView["additional"] {
  const member = place.get("additionalProperties") ?? place.get("unevaluatedProperties");
  if (!member || saysNothing(member.value)) return "any";
  return member.value === false ? "none" : member;
}

function mediaTypeOf(value: Readonly<Record<string, unknown>>, format: string | undefined): string | undefined {
  const stated = value["contentMediaType"];
  if (typeof stated === "string") return stated.toLowerCase();
  return format === "binary" ? "application/octet-stream" : undefined;
}

function typesOf(value: Readonly<Record<string, unknown>>): ReadonlySet<JsonType> | undefined {
  const stated = [value["type"]].flat().filter((type) => typeof type === "string") as JsonType[];
  const types = stated.length > 0 ? stated : implied(value);
  return types && withIntegers(types);
}

/** Who lists properties, items or values has said what it is, without the word. */
function implied(value: Readonly<Record<string, unknown>>): readonly JsonType[] | undefined {
  if (isObject(value["properties"])) return ["object"];
  if (value["items"] !== undefined) return ["array"];
  const values = Array.isArray(value["enum"]) ? (value["enum"] as unknown[]) : "const" in value ? [value["const"]] : [];
  return values.length > 0 ? [...new Set(values.map(typeOf))] : undefined;
}

export function typeOf(value: unknown): JsonType {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value === "object" ? "object" : (typeof value as "string" | "boolean");
}

function withIntegers(types: Iterable<JsonType>): ReadonlySet<JsonType> {
  const all = new Set(types);
  if (all.has("number")) all.add("integer");
  return all;
}
