import { isObject } from "./place.ts";

/** OpenAPI 3.0 in the words of JSON Schema 2020-12, where they differ for a response; 3.1 is written so already. */
export function modernised(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(modernised);
  if (!isObject(value)) return value;
  const schema = Object.fromEntries(Object.entries(value).map(([key, member]) => [key, modernised(member)]));
  if (schema["nullable"] === true && typeof schema["type"] === "string") {
    schema["type"] = [schema["type"], "null"];
    if (Array.isArray(schema["enum"])) schema["enum"] = [...new Set<unknown>([...schema["enum"], null])];
  }
  // Without a type it says nothing.
  if (typeof schema["nullable"] === "boolean") delete schema["nullable"];
  for (const [flag, limit] of [
    ["exclusiveMinimum", "minimum"],
    ["exclusiveMaximum", "maximum"],
  ] as const) {
    if (typeof schema[flag] !== "boolean") continue;
    const exclusive = schema[flag];
    delete schema[flag];
    if (exclusive && typeof schema[limit] === "number") {
      schema[flag] = schema[limit];
      delete schema[limit];
    }
  }
  // What is only ever written need not be in a response.
  const { properties, required } = schema;
  if (isObject(properties) && Array.isArray(required)) {
    const written = (name: unknown): boolean => {
      const property = properties[String(name)];
      return isObject(property) && property["writeOnly"] === true;
    };
    schema["required"] = required.filter((name) => !written(name));
  }
  return schema;
}
