/**
 * Pieces of which the value schemas of the open points are made. Each is a JSON Schema and carries, for the compiler
 * alone, the type of the values that it takes.
 */
import type { Json, JsonObject } from "../json.ts";

declare const valueType: unique symbol;

/** JSON Schema 2020-12 of values of the type `Value`. */
export type ValueSchema<Value> = JsonObject & { readonly [valueType]?: () => Value };
type Taken<Schema> = Schema extends ValueSchema<infer Value> ? Value : never;
type Members = Readonly<Record<string, JsonObject>>;
type Flat<Shape> = { readonly [Name in keyof Shape]: Shape[Name] };

/** Members that lead into a JSON value. `*` stands for every element of an array, `{*}` for every key of an object. */
export type JsonPath = readonly string[];

export const text: ValueSchema<string> = { type: "string", minLength: 1 };
export const anyText: ValueSchema<string> = { type: "string" };
export const flag: ValueSchema<boolean> = { type: "boolean" };
export const status: ValueSchema<number> = { type: "integer", minimum: 100, maximum: 599 };
export const count: ValueSchema<number> = { type: "integer", minimum: 0 };
export const numberOrFlag: ValueSchema<number | boolean> = { anyOf: [{ type: "number" }, { type: "boolean" }] };
export const anything: ValueSchema<Json> = {};
export const anyObject: ValueSchema<JsonObject> = { type: "object" };
/** Such as `["meta", "files", "*", "digest"]`. */
export const jsonPath: ValueSchema<JsonPath> = { type: "array", items: { type: "string" } };

export function oneOf<const Value extends Json>(...values: readonly Value[]): ValueSchema<Value> {
  return { enum: values };
}

export function either<One, Other>(one: ValueSchema<One>, other: ValueSchema<Other>): ValueSchema<One | Other> {
  return { anyOf: [one, other] };
}

export function orNull<Value>(schema: ValueSchema<Value>): ValueSchema<Value | null> {
  return { anyOf: [schema, { type: "null" }] };
}

export function listOf<Value>(items: ValueSchema<Value>): ValueSchema<readonly Value[]> {
  return { type: "array", items };
}

/** An object with an entry per name that is not known beforehand. */
export function mapOf<Value>(values: ValueSchema<Value>): ValueSchema<{ readonly [name: string]: Value }> {
  return { type: "object", additionalProperties: values };
}

/** An object with an entry for any of these names. */
export function someOf<Name extends string, Value>(
  names: ValueSchema<Name>,
  values: ValueSchema<Value>,
): ValueSchema<{ readonly [name in Name]?: Value }> {
  return { type: "object", propertyNames: names, additionalProperties: values };
}

/** An object with these members and no other: a misspelt member of a pin is an error. */
export function record<const Required extends Members, const Optional extends Members = Readonly<Record<never, never>>>(
  required: Required,
  optional?: Optional,
): ValueSchema<
  Flat<
    { readonly [Name in keyof Required]: Taken<Required[Name]> } & {
      readonly [Name in keyof Optional]?: Taken<Optional[Name]>;
    }
  >
> {
  return {
    type: "object",
    required: Object.keys(required),
    properties: { ...required, ...optional },
    additionalProperties: false,
  };
}
