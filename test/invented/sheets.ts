/** Forms of businesses as JSON Schemas: their members, and data that is held against them. */
import { isObject, own, sameJson, type Json, type JsonObject } from "../lib/service/json.ts";
import { Refusal } from "../lib/service/refusal.ts";
import type { Running } from "./process.ts";
import { checks } from "./rules.ts";
import type { Service } from "./service.ts";

export const int = (minimum: number, maximum: number): JsonObject => ({ type: "integer", minimum, maximum });

export const num = (minimum: number, maximum: number): JsonObject => ({ type: "number", minimum, maximum });

export const str = (maxLength: number): JsonObject => ({ type: "string", minLength: 1, maxLength });

export const like = (pattern: string): JsonObject => ({ type: "string", pattern });

export const among = (...values: string[]): JsonObject => ({ type: "string", enum: values });

/** The schema of an object; a name with a question mark is optional. */
export function sheet(members: Record<string, JsonObject>, open = false): JsonObject {
  const bare = (name: string) => name.replace("?", "");
  return {
    type: "object",
    properties: Object.fromEntries(Object.entries(members).map(([name, one]) => [bare(name), one])),
    required: Object.keys(members).filter((name) => !name.endsWith("?")),
    ...(open ? {} : { additionalProperties: false }),
  };
}

/** What is wrong with a value of such a schema. */
function wrongIn(value: Json | undefined, schema: JsonObject): string | undefined {
  const { type, minimum, maximum, minLength, maxLength, pattern } = schema;
  if (type === "object") {
    const { properties, required, additionalProperties } = schema;
    if (!isObject(value) || !isObject(properties) || !Array.isArray(required)) return "is no object";
    const lacking = required.find((name) => own(value, String(name)) === undefined);
    if (lacking !== undefined) return `${String(lacking)} is missing`;
    for (const name of Object.keys(value)) {
      const one = own(properties, name);
      if (!isObject(one)) {
        if (additionalProperties === false) return `${name} is unknown`;
        continue;
      }
      const wrong = wrongIn(own(value, name), one);
      if (wrong !== undefined) return `${name} ${wrong}`;
    }
    return undefined;
  }
  if (Array.isArray(schema["enum"]) && !schema["enum"].some((one) => sameJson(one, value))) return "is not among them";
  if (type === "string") {
    if (typeof value !== "string") return "is no text";
    if (value.length < Number(minLength ?? 0) || value.length > Number(maxLength ?? Infinity))
      return "has a bad length";
    return typeof pattern === "string" && !new RegExp(pattern).test(value) ? "has a bad form" : undefined;
  }
  if (type === "boolean") return typeof value === "boolean" ? undefined : "is no boolean";
  if (typeof value !== "number" || (type === "integer" && !Number.isInteger(value))) return "is no such number";
  return value < Number(minimum) || value > Number(maximum) ? "is out of range" : undefined;
}

export type Sheets = Record<string, JsonObject>;

/** Holds the data of actions against their sheets. */
export function hold(s: Service, running: Running, sheets: Sheets): void {
  checks(s, running, ({ actionKey = "", data }) => {
    const schema = sheets[actionKey];
    const wrong = schema && wrongIn(data, schema);
    if (wrong !== undefined) throw new Refusal("invalid", `021 ${wrong}`);
  });
}

/** Holds the data against the sheets, which the configuration tells as well. */
export function holdTold(s: Service, running: Running, sheets: Sheets): void {
  for (const action of running.workflow.actions) {
    const schema = sheets[action.key];
    if (schema) action.data = schema;
  }
  hold(s, running, sheets);
}
