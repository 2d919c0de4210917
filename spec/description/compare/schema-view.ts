/** A schema flattened to what a comparison asks of it. */
import { anything, ownView, saysNothing, type Impossible, type JsonType, type SchemaView } from "./own-view.ts";
import { isObject, referenceIn, type SourcePlace } from "./place.ts";

export type { Impossible, JsonType, SchemaView } from "./own-view.ts";

/** More alternatives than this are not told apart. */
export const maxViews = 48;

/**
 * Every way in which a value can fit the schema: one view, or one for each alternative of `oneOf` and `anyOf`. Empty
 * where the schema cannot be read (the broken reference is noted) or fits nothing.
 */
export function viewsOf(place: SourcePlace): readonly SchemaView[] {
  return waysOf(place).filter(({ impossible }) => !impossible);
}

/** Why nothing fits a schema, where that is plain; undefined where something may, or a reference leads nowhere. */
export function plainlyImpossible(place: SourcePlace): Impossible | undefined {
  const ways = waysOf(place);
  return ways.every(({ impossible }) => impossible) ? ways[0]?.impossible : undefined;
}

/** Views of places are asked for again and again. */
const known = new WeakMap<object, Map<string, readonly SchemaView[]>>();

/** The views, and where there are none a single one that says why. */
export function waysOf(place: SourcePlace): readonly SchemaView[] {
  const ofDocuments = known.get(place.documents) ?? new Map<string, readonly SchemaView[]>();
  known.set(place.documents, ofDocuments);
  const name = `${place.path}#${place.pointer}`;
  const ways = ofDocuments.get(name) ?? waysBelow(place, []);
  ofDocuments.set(name, ways);
  return ways;
}

function waysBelow(place: SourcePlace, above: readonly string[]): readonly SchemaView[] {
  const { value } = place;
  // Parts that are named twice on each level double with each level.
  place.documents.countSchema(above.length);
  const name = `${place.path}#${place.pointer}`;
  if (above.includes(name)) return [nothing(place, "it refers to nothing but itself")];
  const chain = [...above, name];
  if (saysNothing(value)) return [anything(place)];
  if (!isObject(value)) return [nothing(place, value === false ? "it is false" : "it is no schema")];
  if (referenceIn(value) !== undefined) return waysOfReference(place, value, chain);
  let ways: readonly SchemaView[] = [ownView(place, value)];
  for (const part of place.get("allOf")?.elements() ?? []) ways = joined(place, ways, waysBelow(part, chain));
  for (const keyword of ["oneOf", "anyOf"]) {
    const branches = place.get(keyword)?.elements() ?? [];
    if (branches.length === 0) continue;
    const once = keyword === "oneOf" ? onlyOnce(branches) : branches;
    const alternatives =
      once.length === 0
        ? [nothing(place, "each alternative of its oneOf is there twice, and one alone must fit")]
        : once.flatMap((branch) => waysBelow(branch, chain));
    ways = joined(place, ways, alternatives);
  }
  const nullable = value["nullable"] === true && value["type"] !== undefined;
  return nullable ? ways.map((view) => ({ ...view, ...withNull(view) })) : ways;
}

function nothing(place: SourcePlace, reason: string): SchemaView {
  return { ...anything(place), impossible: { place, reason } };
}

/** Of alternatives that are alike, both fit or neither. */
function onlyOnce(branches: readonly SourcePlace[]): readonly SourcePlace[] {
  const byText = Map.groupBy(branches, ({ value }) => JSON.stringify(value));
  return [...byText.values()].filter(({ length }) => length === 1).flat();
}

/** OpenAPI 3.1 allows members beside a `$ref`; they hold as well. */
function waysOfReference(
  place: SourcePlace,
  value: Readonly<Record<string, unknown>>,
  chain: readonly string[],
): readonly SchemaView[] {
  const target = place.settled();
  if (!target) return [];
  const views = waysBelow(target, chain);
  const beside = Object.keys(value).some((key) => !["$ref", "description", "summary", "title"].includes(key));
  return beside ? joined(place, views, [ownView(place, value)]) : views;
}

function withNull(view: SchemaView): Pick<SchemaView, "types"> {
  return view.types ? { types: new Set([...view.types, "null" as const]) } : {};
}

/** Each way of the left with each of the right: both hold. Ways that exclude each other are no ways. */
export function joined(
  place: SourcePlace,
  left: readonly SchemaView[],
  right: readonly SchemaView[],
): readonly SchemaView[] {
  const all = left.flatMap((one) => right.map((other) => both(place, one, other)));
  const possible = all.filter(({ impossible }) => !impossible);
  return possible.length > 0 ? possible.slice(0, maxViews) : all.slice(0, 1);
}

function both(place: SourcePlace, one: SchemaView, other: SchemaView): SchemaView {
  const types = typesOfBoth(one, other);
  const properties = new Map(one.properties);
  for (const [name, places] of other.properties) properties.set(name, [...(properties.get(name) ?? []), ...places]);
  const items = one.items ?? other.items;
  const values = valuesOfBoth(one, other);
  const reason = whyApart(one, other, types, values);
  const impossible = one.impossible ?? other.impossible ?? (reason === undefined ? undefined : { place, reason });
  const mediaType = one.mediaType ?? other.mediaType;
  // A part of an `allOf` without anything of its own only says where to look.
  const bare = one.types === undefined && one.properties.size === 0 && one.items === undefined;
  return {
    place: bare ? other.place : one.place,
    parts: [...one.parts, ...other.parts],
    implied: one.implied && other.implied,
    ...(impossible ? { impossible } : {}),
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

function typesOfBoth(one: SchemaView, other: SchemaView): SchemaView["types"] {
  if (!one.types || !other.types) return one.types ?? other.types;
  const types = one.types.intersection(other.types);
  if (types.size > 0 || !(one.implied || other.implied)) return types;
  // A schema with properties says nothing of texts, and so lets them through.
  if (one.implied && other.implied) return undefined;
  return one.implied ? other.types : one.types;
}

function valuesOfBoth(one: SchemaView, other: SchemaView): SchemaView["values"] {
  if (!one.values || !other.values) return one.values ?? other.values;
  const texts = new Set(other.values.map((value) => JSON.stringify(value)));
  return one.values.filter((value) => texts.has(JSON.stringify(value)));
}

function whyApart(
  one: SchemaView,
  other: SchemaView,
  types: SchemaView["types"],
  values: SchemaView["values"],
): string | undefined {
  if (types?.size === 0) return `nothing is ${typeText(one.types)} and ${typeText(other.types)} at once`;
  return values?.length === 0 ? "its parts list different values" : undefined;
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
