import type fc from "fast-check";
import { followsSchema } from "../../spec/data-schemas/follows.ts";
import { objectAt, resolvedSchema } from "../../spec/data-schemas/resolve.ts";
import { getOwn, isJsonObject, type Json, type JsonObject } from "../../spec/json.ts";
import type { JsonPath } from "../../spec/vocabulary/profile.ts";
import { jsonObject } from "../json/json-object.ts";
import { sampled } from "../sample.ts";
import { schemaValue } from "./schema-value.ts";
import { type Variant, variantForm } from "./variant-form.ts";

/** The most samples tried until one follows the schema, whose conditions may rule some out. */
const samples = 12;

/** The schema with the member at this path required, so that samples have it. */
function withMember(schema: JsonObject, path: JsonPath, root: JsonObject): JsonObject {
  const [name, ...inner] = path;
  if (name === undefined) return schema;
  const resolved = resolvedSchema(schema, root);
  const properties = objectAt(resolved, "properties");
  const property = isJsonObject(properties[name]) ? properties[name] : {};
  return {
    ...resolved,
    required: [...new Set([...((resolved["required"] ?? []) as readonly string[]), name])],
    properties: { ...properties, [name]: withMember(property, inner, root) },
  };
}

const arbitraries = new WeakMap<JsonObject, Map<string, fc.Arbitrary<Json>>>();

function arbitraryOf(schema: JsonObject, paths: readonly JsonPath[], variant?: Variant): fc.Arbitrary<Json> {
  const known = arbitraries.get(schema) ?? new Map<string, fc.Arbitrary<Json>>();
  arbitraries.set(schema, known);
  const key = JSON.stringify([paths, variant]);
  const form = variant ? variantForm(schema, variant) : schema;
  const found =
    known.get(key) ??
    schemaValue(
      paths.reduce((part, path) => withMember(part, path, schema), form),
      schema,
    );
  known.set(key, found);
  return found;
}

/** True where something stands at the path. */
function hasMember(data: Json | undefined, [name, ...inner]: JsonPath): boolean {
  if (name === undefined) return data !== undefined;
  return isJsonObject(data) && Object.hasOwn(data, name) && hasMember(data[name], inner);
}

/** Variants of one seed, beyond which they begin anew. */
const turns = 60;

/**
 * Data that follow the schema and have the members at these paths, if any do. The same seed gives the same.
 * @param variant of the data of this seed: from 1 on each is of another make than the one before, where the schema lets it
 */
export function baseData(schema: JsonObject, paths: readonly JsonPath[], seed: number, variant = 0): JsonObject {
  const turn = (Math.abs(seed) + variant) % turns;
  const own =
    variant > 0
      ? sampleOf(schema, paths, seed + variant, arbitraryOf(schema, paths, { turn, isRich: variant % 2 === 1 }))
      : undefined;
  return own?.whole ?? sampleOf(schema, paths, seed + variant, arbitraryOf(schema, paths)).any;
}

interface Samples {
  /** Undefined where none of them follows the schema and has all members. */
  readonly whole: JsonObject | undefined;
  readonly any: JsonObject;
}

function sampleOf(schema: JsonObject, paths: readonly JsonPath[], seed: number, objects: fc.Arbitrary<Json>): Samples {
  let first: JsonObject | undefined;
  let lacking: JsonObject | undefined;
  for (let number = 0; number < samples; number++) {
    const [data] = sampled(objects, { seed: seed + number, count: 1 });
    if (data === undefined || !isJsonObject(data)) continue;
    const follows = followsSchema(schema, data);
    if (follows && paths.every((path) => hasMember(data, path))) return { whole: data, any: data };
    first ??= data;
    if (follows) lacking ??= data;
  }
  return { whole: undefined, any: lacking ?? first ?? {} };
}

/** The data with this value at the path; objects on the way are made where there are none. */
export function withValue(data: JsonObject, path: JsonPath, value: Json): JsonObject {
  const [name, ...inner] = path;
  if (name === undefined) return data;
  const before = getOwn(data, name);
  const member = inner.length === 0 ? value : withValue(isJsonObject(before) ? before : {}, inner, value);
  return jsonObject([...Object.entries(data).filter(([other]) => other !== name), [name, member]]);
}

/** The data with another text where one stands, in a list as well. */
export function withTextAt(data: JsonObject, path: JsonPath, text: string): JsonObject {
  const changed = (value: Json, [step, ...inner]: JsonPath): Json => {
    if (step === undefined) return text;
    if (Array.isArray(value))
      return (value as readonly Json[]).map((item, at) => (String(at) === step ? changed(item, inner) : item));
    if (!isJsonObject(value) || !Object.hasOwn(value, step)) return value;
    return withValue(value, [step], changed(value[step] ?? null, inner));
  };
  const [name = "", ...inner] = path;
  return Object.hasOwn(data, name) ? withValue(data, [name], changed(data[name] ?? null, inner)) : data;
}

/** The data without the member at this path. */
export function withoutMember(data: JsonObject, path: JsonPath): JsonObject {
  const [name, ...inner] = path;
  if (name === undefined || !Object.hasOwn(data, name)) return data;
  const others = Object.entries(data).filter(([other]) => other !== name);
  if (inner.length === 0) return jsonObject(others);
  const member = data[name];
  return isJsonObject(member) ? jsonObject([...others, [name, withoutMember(member, inner)]]) : data;
}
