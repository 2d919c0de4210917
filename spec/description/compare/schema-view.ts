/** A schema flattened to what a comparison asks of it. */
import { isObject, referenceIn, type SourcePlace } from "./place.ts";

type JsonType = "null" | "boolean" | "integer" | "number" | "string" | "array" | "object";

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
  /** Names of the open points that our own description marks. */
  readonly openPoints: readonly string[];
}

/** More alternatives than this are not told apart. */
const maxViews = 48;

/**
 * Every way in which a value can fit the schema: one view, or one for each alternative of `oneOf` and `anyOf`. Empty
 * where the schema cannot be read (the broken reference is noted) or fits nothing.
 */
export function viewsOf(place: SourcePlace, above: readonly string[] = []): readonly SchemaView[] {
  const { value } = place;
  // Parts that are named twice on each level double with each level.
  place.documents.countSchema(above.length);
  // A schema that holds itself by `$ref` and `allOf` alone says nothing.
  const name = `${place.path}#${place.pointer}`;
  if (above.includes(name)) return [];
  const chain = [...above, name];
  if (saysNothing(value)) return [anything(place)];
  if (!isObject(value)) return [];
  if (referenceIn(value) !== undefined) return viewsOfReference(place, value, chain);
  let views: readonly SchemaView[] = [ownView(place, value)];
  for (const part of place.get("allOf")?.elements() ?? []) views = joined(views, viewsOf(part, chain));
  for (const keyword of ["oneOf", "anyOf"]) {
    const branches = place.get(keyword)?.elements() ?? [];
    if (branches.length > 0)
      views = joined(
        views,
        branches.flatMap((branch) => viewsOf(branch, chain)),
      );
  }
  const nullable = value["nullable"] === true && value["type"] !== undefined;
  return nullable ? views.map((view) => ({ ...view, ...withNull(view) })) : views;
}

/** OpenAPI 3.1 allows members beside a `$ref`; they hold as well. */
function viewsOfReference(
  place: SourcePlace,
  value: Readonly<Record<string, unknown>>,
  chain: readonly string[],
): readonly SchemaView[] {
  const target = place.settled();
  if (!target) return [];
  const views = viewsOf(target, chain);
  const beside = Object.keys(value).some((key) => !["$ref", "description", "summary", "title"].includes(key));
  return beside ? joined(views, [ownView(place, value)]) : views;
}

function saysNothing(value: unknown): boolean {
  return value === true || (isObject(value) && Object.keys(value).length === 0);
}

function anything(place: SourcePlace): SchemaView {
  return {
    place,
    formats: [],
    hasPattern: false,
    properties: new Map(),
    required: new Set(),
    additional: "any",
    openPoints: [],
  };
}

function ownView(place: SourcePlace, value: Readonly<Record<string, unknown>>): SchemaView {
  const types = typesOf(value);
  const values = Array.isArray(value["enum"])
    ? (value["enum"] as unknown[])
    : "const" in value
      ? [value["const"]]
      : undefined;
  const items = place.get("items");
  const format = typeof value["format"] === "string" ? value["format"].toLowerCase() : undefined;
  const mediaType = mediaTypeOf(value, format);
  const marks = value["x-open-points"];
  return {
    place,
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

function typeOf(value: unknown): JsonType {
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

function withNull(view: SchemaView): Pick<SchemaView, "types"> {
  return view.types ? { types: new Set([...view.types, "null" as const]) } : {};
}

/** Each way of the left with each of the right: both hold. Ways that exclude each other are no ways. */
function joined(left: readonly SchemaView[], right: readonly SchemaView[]): readonly SchemaView[] {
  const all = left.flatMap((one) => right.map((other) => both(one, other))).filter((view) => view.types?.size !== 0);
  return all.slice(0, maxViews);
}

function both(one: SchemaView, other: SchemaView): SchemaView {
  const types = one.types && other.types ? one.types.intersection(other.types) : (one.types ?? other.types);
  const properties = new Map(one.properties);
  for (const [name, places] of other.properties) properties.set(name, [...(properties.get(name) ?? []), ...places]);
  const items = one.items ?? other.items;
  const values = one.values ?? other.values;
  const mediaType = one.mediaType ?? other.mediaType;
  // A part of an `allOf` without anything of its own only says where to look.
  const bare = one.types === undefined && one.properties.size === 0 && one.items === undefined;
  return {
    place: bare ? other.place : one.place,
    ...(types ? { types } : {}),
    formats: [...one.formats, ...other.formats],
    hasPattern: one.hasPattern || other.hasPattern,
    ...(values ? { values } : {}),
    properties,
    required: one.required.union(other.required),
    additional: one.additional === "any" ? other.additional : one.additional,
    ...(items ? { items } : {}),
    ...(mediaType === undefined ? {} : { mediaType }),
    openPoints: [...one.openPoints, ...other.openPoints],
  };
}

/** `string or null`, as messages say it. */
export function typeText(types: ReadonlySet<JsonType> | undefined): string {
  if (!types) return "any type";
  const named = [...types].filter((type) => type !== "integer" || !types.has("number"));
  return named.join(" or ");
}

/** Names of the members, as messages say what was found. */
export function membersText({ properties }: SchemaView): string {
  const names = [...properties.keys()];
  return names.length === 0 ? "no properties" : `properties ${names.join(", ")}`;
}

/** `data.links[].x`, as messages name a place inside a JSON document. */
export function pathText(path: readonly string[], whole = ""): string {
  return path.length === 0 ? whole : path.join(".").replaceAll(".[]", "[]");
}
