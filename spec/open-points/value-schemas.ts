/** Pieces of which the value schemas of the open points are made. */
import type { Json, JsonObject } from "../vocabulary/json.ts";

export const text: JsonObject = { type: "string", minLength: 1 };
export const flag: JsonObject = { type: "boolean" };
export const status: JsonObject = { type: "integer", minimum: 100, maximum: 599 };
export const count: JsonObject = { type: "integer", minimum: 0 };
/** Any JSON value. */
export const anything: JsonObject = {};
/** Members that lead into a JSON value, such as `["meta", "files", "*", "digest"]`. */
export const jsonPath: JsonObject = { type: "array", items: { type: "string" } };

export function oneOf(...values: readonly Json[]): JsonObject {
  return { enum: values };
}

export function orNull(schema: JsonObject): JsonObject {
  return { anyOf: [schema, { type: "null" }] };
}

export function listOf(items: JsonObject): JsonObject {
  return { type: "array", items };
}

/** An object with an entry per name that is not known beforehand. */
export function mapOf(values: JsonObject): JsonObject {
  return { type: "object", additionalProperties: values };
}

/** An object with these members and no other: a misspelt member of a pin is an error. */
export function record(required: JsonObject, optional: JsonObject = {}): JsonObject {
  return {
    type: "object",
    required: Object.keys(required),
    properties: { ...required, ...optional },
    additionalProperties: false,
  };
}
