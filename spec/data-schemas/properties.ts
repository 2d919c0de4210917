/** The members that a schema of objects names, each with its own schema. */
import { isJsonObject, type JsonObject } from "../json.ts";
import { objectAt, resolvedSchema } from "./resolve.ts";

type Property = readonly [name: string, schema: JsonObject];

/** Those of which it says more than that they may be there, or may not. */
export function propertiesOf(schema: JsonObject): readonly Property[] {
  return Object.entries(objectAt(schema, "properties")).filter((entry): entry is [string, JsonObject] =>
    isJsonObject(entry[1]),
  );
}

/** The same with what their schemas refer to. */
export function resolvedProperties(schema: JsonObject, root: JsonObject = schema): readonly Property[] {
  return propertiesOf(resolvedSchema(schema, root)).map(([name, property]) => [name, resolvedSchema(property, root)]);
}

/** The schema with these in place of those of the same name, or beside the others. */
export function withProperties(schema: JsonObject, changed: JsonObject): JsonObject {
  return { ...schema, properties: { ...objectAt(schema, "properties"), ...changed } };
}
