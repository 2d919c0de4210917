/** Forms of which some members stay as they are, because their values, or that they are left out, decide what may come next. */
import { getOwn, isJsonObject, type Json, type JsonObject } from "../json.ts";
import { namesAt, objectAt, resolvedSchema, schemasAt } from "./resolve.ts";

export interface KeptValues {
  /** Members that have these values. */
  readonly with?: JsonObject;
  /** Members that are left out. */
  readonly without?: readonly string[];
}

export const keepsAny = (kept: KeptValues | undefined): boolean =>
  kept?.with !== undefined || kept?.without !== undefined;

const made = new WeakMap<JsonObject, Map<string, JsonObject>>();

/** The form with these members as they are kept, all others as free as before; the same form where it allows no such data. */
export function withValuesKept(schema: JsonObject, kept: KeptValues | undefined): JsonObject {
  if (!kept || !keepsAny(kept)) return schema;
  const known = made.get(schema) ?? new Map<string, JsonObject>();
  made.set(schema, known);
  const name = JSON.stringify(kept);
  const form = known.get(name) ?? keeping(schema, kept);
  known.set(name, form);
  return form;
}

function keeping(schema: JsonObject, { with: given = {}, without = [] }: KeptValues): JsonObject {
  const resolved = resolvedSchema(schema, schema);
  const values = heldByAny(resolved["enum"], given);
  const properties = objectAt(resolved, "properties");
  const required = namesAt(resolved, "required");
  const isNamed = Object.keys(values).every((name) => Object.hasOwn(properties, name));
  if (!isNamed || without.some((name) => required.includes(name))) return schema;
  const others = Object.entries(properties).filter(([name]) => !without.includes(name));
  const consts = Object.entries(values).map(([name, value]) => [name, { const: value }] as const);
  const ways = schemasAt(resolved, "anyOf").map((way) => wayKeeping(way, values, without));
  const possible = ways.filter((way) => way !== undefined);
  if (ways.length > 0 && possible.length === 0) return schema;
  return {
    ...resolved,
    properties: Object.fromEntries([...others, ...consts]),
    required: [...new Set([...required, ...Object.keys(values)])],
    ...(possible.length > 0 ? { anyOf: possible } : {}),
  };
}

/** Of a form that lists whole documents, without values that none of these has: such a one named what its trace had. */
function heldByAny(listed: Json | undefined, values: JsonObject): JsonObject {
  if (!Array.isArray(listed)) return values;
  const documents = listed.filter((one) => isJsonObject(one));
  const isHeld = ([name, value]: [string, Json]): boolean =>
    documents.some((one) => Object.hasOwn(one, name) && JSON.stringify(one[name]) === JSON.stringify(value));
  return Object.fromEntries(Object.entries(values).filter(isHeld));
}

/** One of the ways in which members go together, with these kept; undefined where they do not go with it. */
function wayKeeping(way: JsonObject, values: JsonObject, without: readonly string[]): JsonObject | undefined {
  const properties = objectAt(way, "properties");
  const isOther = Object.entries(values).some(([name, value]) => {
    const own = getOwn(properties, name);
    const kept = isJsonObject(own) ? own["const"] : undefined;
    return own === false || (kept !== undefined && JSON.stringify(kept) !== JSON.stringify(value));
  });
  if (isOther || without.some((name) => namesAt(way, "required").includes(name))) return undefined;
  const rest = Object.entries(properties).filter(([name]) => !Object.hasOwn(values, name));
  return { ...way, properties: Object.fromEntries(rest) };
}

/** The data with these members as they are kept. */
export function keptIn(data: JsonObject, { with: values = {}, without = [] }: KeptValues): JsonObject {
  const others = Object.entries(data).filter(([name]) => !without.includes(name));
  return { ...Object.fromEntries(others), ...values };
}
