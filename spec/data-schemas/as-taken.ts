/**
 * A form in which some members stand only as they did in data that were taken: where a service has rules beyond its form,
 * such as a date that may not lie in the future, these data show which values follow them.
 */
import { getOwn, isJsonObject, type Json, type JsonObject } from "../json.ts";
import type { JsonPath } from "../vocabulary/profile.ts";
import { followsSchema } from "./follows.ts";
import { namesAt, objectAt, resolvedSchema, schemasAt } from "./resolve.ts";
import { valueAt } from "../json-walks.ts";

/** However many data were taken: so many ways are kept in which the members stood together. */
const maxWays = 24;

/**
 * The schema with the members at these paths as they stood in data that were taken; several of them together as they did in
 * one of these. Where it gives ways already in which members stand together, these do so as well. Undefined where the schema
 * has other shapes to choose from, of which nothing says which was taken.
 * @param anyOther members at these paths that may be others, and are only there or left out as they were
 */
export function asTaken(
  schema: JsonObject,
  paths: readonly JsonPath[],
  taken: readonly JsonObject[],
  anyOther: readonly JsonPath[] = [],
): JsonObject | undefined {
  const resolved = resolvedSchema(schema, schema);
  const given = schemasAt(resolved, "oneOf").length === 0 ? schemasAt(resolved, "anyOf") : [];
  const inWays = given.map((way) => membersOfWay(way, resolved, schema));
  if (inWays.every((members) => members !== undefined) && inWays.some((members) => members.length > 0)) {
    const { anyOf: _ways, ...base } = resolved;
    const fixed = distinct([...paths, ...inWays.flat()]);
    // What one of them wants besides is there or left out as it was, whatever stands there.
    const wanted = given.flatMap((way) => namesAt(way, "required")).map((name): JsonPath => [name]);
    const free = wanted.filter(([name]) => !fixed.some(([top]) => top === name));
    return asTaken(base, distinct([...fixed, ...free]), taken, [...anyOther, ...free]);
  }
  const shapes = [...schemasAt(resolved, "oneOf"), ...schemasAt(resolved, "anyOf")];
  if (shapes.some((shape) => Object.entries(shape).some(([keyword, value]) => !isWantedOnly(keyword, value))))
    return undefined;
  // Of members of which one or the other is wanted, those that were there are.
  const chosen = shapes.flatMap((shape) => namesAt(shape, "required")).map((name): JsonPath => [name]);
  const free = new Set(
    [...anyOther, ...chosen.filter((one) => !isAmong(paths, one))].map((path) => JSON.stringify(path)),
  );
  const ways = waysOf(distinct([...paths, ...chosen]), taken).map((way): Way =>
    way.map(([path, value]) => [path, value !== undefined && free.has(JSON.stringify(path)) ? any : value]),
  );
  const all = distinct([...paths, ...chosen]);
  const { oneOf: _one, anyOf: _any, ...base } = resolved;
  const whole = all.reduce((part, path) => {
    const values = valuesAmong(taken, path);
    const isFree = values.length > 0 && free.has(JSON.stringify(path));
    return isFree ? part : withMember(part, path, schema, oneOf(values, typeAt(resolved, path, schema)));
  }, base);
  const [only] = all;
  const isFreeToLeaveOut = all.length === 1 && only !== undefined && taken.every((data) => has(data, only));
  if (isFreeToLeaveOut || ways.length === 0) return whole;
  return { ...whole, anyOf: distinct(ways).map((way) => together(whole, way, schema)) };
}

/**
 * The members for which a shape gives one value or none, where else it says only what the schema says itself, or that some
 * are wanted; undefined where it says more.
 */
function membersOfWay(shape: JsonObject, schema: JsonObject, root: JsonObject): readonly JsonPath[] | undefined {
  const whole = resolvedSchema(schema, root);
  const saysMore = ([keyword, value]: [string, Json]): boolean =>
    keyword !== "properties" && keyword !== "required" && !isSame(value, whole[keyword]);
  if (Object.entries(shape).some(saysMore)) return undefined;
  const known = objectAt(whole, "properties");
  const members = Object.entries(objectAt(shape, "properties")).map(
    ([name, property]): readonly JsonPath[] | undefined => {
      if (property === false || (isJsonObject(property) && "const" in property)) return [[name]];
      const before = known[name] ?? null;
      if (isSame(property, before)) return [];
      if (!isJsonObject(property) || !isJsonObject(before) || !("properties" in property)) return undefined;
      return membersOfWay(property, before, root)?.map((inner): JsonPath => [name, ...inner]);
    },
  );
  return members.every((paths) => paths !== undefined) ? members.flat() : undefined;
}

/** That some members are wanted, or nothing at all. */
const isWantedOnly = (keyword: string, value: Json): boolean =>
  keyword === "required" || (keyword === "properties" && isJsonObject(value) && Object.keys(value).length === 0);

/** Of parts of a schema that were copied from one another. */
const isSame = (one: Json, other: Json | undefined): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Stands for whatever the form lets be there. */
const any = Symbol("any");

const isAmong = (paths: readonly JsonPath[], path: JsonPath): boolean =>
  paths.some((one) => JSON.stringify(one) === JSON.stringify(path));

/** A member, and what stood there; undefined where it was left out. */
type Way = readonly (readonly [path: JsonPath, value: Json | typeof any | undefined])[];

/** How members stood together, each way once. */
export function waysOf(paths: readonly JsonPath[], taken: readonly JsonObject[]): readonly Way[] {
  const ways = taken.map((data): Way => paths.map((path) => [path, valueAt(data, path)]));
  return distinct(ways).slice(0, maxWays);
}

/**
 * Data that follow the form, made of others by bringing its members together as they once were; the same data where they
 * follow it, or where no way of its members makes them do so.
 * @param turn says with which of the ways to begin
 */
export function broughtTo(form: JsonObject, data: JsonObject, turn: number): JsonObject {
  if (followsSchema(form, data)) return data;
  const ways = schemasAt(form, "anyOf");
  const changed = changedMembers(data, form, turn);
  const begin = ways.length === 0 ? 0 : turn % ways.length;
  for (const way of [...ways.slice(begin), ...ways.slice(0, begin)]) {
    const made = changedMembers(data, way, turn);
    if (followsSchema(form, made)) return made;
  }
  return followsSchema(form, changed) ? changed : data;
}

/** With the values that a schema leaves for members that have others, and without what it rules out. */
function changedMembers(data: JsonObject, schema: JsonObject, turn: number): JsonObject {
  const required = new Set(namesAt(schema, "required"));
  const members = Object.entries(objectAt(schema, "properties")).flatMap(([name, property]): [string, Json][] => {
    const before = getOwn(data, name);
    if (property === false || (before === undefined && !required.has(name))) return [];
    if (!isJsonObject(property)) return before === undefined ? [] : [[name, before]];
    const choices = "const" in property ? [property["const"] ?? null] : property["enum"];
    if (Array.isArray(choices)) {
      const kept = before !== undefined && followsSchema({ enum: choices }, before);
      const [value = null] = kept ? [before] : [(choices as readonly Json[])[turn % choices.length]];
      return [[name, value]];
    }
    if (before === undefined) return [];
    return [[name, isJsonObject(before) ? changedMembers(before, property, turn) : before]];
  });
  const ruled = new Set(Object.keys(objectAt(schema, "properties")));
  return Object.fromEntries([...Object.entries(data).filter(([name]) => !ruled.has(name)), ...members]);
}

const has = (data: JsonObject, path: JsonPath): boolean => valueAt(data, path) !== undefined;

function valuesAmong(taken: readonly JsonObject[], path: JsonPath): readonly Json[] {
  return distinct(taken.map((data) => valueAt(data, path)).filter((value) => value !== undefined));
}

/** Nothing may stand there where nothing did. */
const oneOf = (values: readonly Json[], type: Json | undefined): Json =>
  values.length === 0 ? false : { ...(type === undefined ? {} : { type }), enum: values.slice(0, maxWays) };

/** The type that the schema says of what stands at the path. */
function typeAt(schema: JsonObject, [name, ...inner]: JsonPath, root: JsonObject): Json | undefined {
  if (name === undefined) return schema["type"];
  const property = objectAt(schema, "properties")[name];
  return isJsonObject(property) ? typeAt(resolvedSchema(property, root), inner, root) : undefined;
}

/** The members of one way, each with its value, and those that were left out ruled out. */
function together(whole: JsonObject, way: Way, root: JsonObject): JsonObject {
  const tops = new Set(way.map(([[name = ""]]) => name));
  const made = way.reduce(
    (part, [path, value]) =>
      withMember(part, path, root, value === undefined ? false : value === any ? undefined : { const: value }, true),
    whole,
  );
  const properties = Object.entries(objectAt(made, "properties")).filter(([name]) => tops.has(name));
  const required = namesAt(made, "required").filter((name) => tops.has(name));
  return { properties: Object.fromEntries(properties), ...(required.length > 0 ? { required } : {}) };
}

/**
 * The schema with another one for the member at a path, which is wanted there or ruled out where `isSure`.
 * @param member undefined: as it is
 */
function withMember(
  schema: JsonObject,
  path: JsonPath,
  root: JsonObject,
  member: Json | undefined,
  isSure = false,
): JsonObject {
  const [name, ...inner] = path;
  if (name === undefined) return schema;
  const resolved = resolvedSchema(schema, root);
  const properties = objectAt(resolved, "properties");
  const before = properties[name];
  const next =
    inner.length === 0
      ? (member ?? before ?? {})
      : withMember(isJsonObject(before) ? before : {}, inner, root, member, isSure);
  const required = namesAt(resolved, "required").filter((one) => one !== name);
  const was = namesAt(resolved, "required").includes(name);
  const isWanted = isSure ? member !== false || (inner.length > 0 && was) : was;
  return {
    ...resolved,
    properties: { ...properties, [name]: next },
    required: isWanted ? [...required, name] : required,
  };
}

function distinct<Value>(values: readonly Value[]): Value[] {
  const keyOf = (value: Value): string => JSON.stringify(value, (_, part: unknown) => (part === any ? "any" : part));
  return [...new Map(values.map((value) => [keyOf(value), value])).values()];
}
