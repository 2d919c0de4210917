/** What stands where in data that follow a JSON Schema. */
import { isJsonObject, type Json, type JsonObject } from "../json.ts";
import type { ActionDescription } from "../vocabulary/target.ts";
import { followsSchema } from "./follows.ts";
import { ofOneWay } from "./one-way.ts";
import { objectAt, resolvedSchema } from "./resolve.ts";

/** Keywords by which members that `properties` does not name may be allowed or forbidden. */
const closing = [
  ...["patternProperties", "propertyNames", "maxProperties"],
  ...["oneOf", "anyOf", "not", "if", "dependentSchemas"],
] as const;

/** True where any members may stand beside those that the schema names. */
export function isOpenSchema(schema: JsonObject, root: JsonObject = schema): boolean {
  const resolved = resolvedSchema(schema, root);
  return (
    (resolved["additionalProperties"] ?? true) === true &&
    resolved["unevaluatedProperties"] !== false &&
    !closing.some((keyword) => keyword in resolved && !(keyword === "anyOf" && resolved[ofOneWay] === true))
  );
}

const places = new WeakMap<JsonObject, Map<string, JsonObject | undefined>>();

/**
 * The schema of what stands at this path, by itself: `{}` for a member of an open object that nothing names; undefined
 * where nothing can stand, and where conditions of the schema keep one from telling.
 */
export function schemaAt(schema: JsonObject, path: readonly string[]): JsonObject | undefined {
  const known = places.get(schema) ?? new Map<string, JsonObject | undefined>();
  places.set(schema, known);
  const key = JSON.stringify(path);
  // The very same object for the same place, so that it is compiled once.
  if (!known.has(key)) known.set(key, found(schema, path));
  return known.get(key);
}

function found(schema: JsonObject, path: readonly string[]): JsonObject | undefined {
  let here = schema;
  for (const step of path) {
    const resolved = resolvedSchema(here, schema);
    if (!mayBeObject(resolved)) return undefined;
    const properties = objectAt(resolved, "properties");
    const additional = resolved["additionalProperties"];
    if (Object.hasOwn(properties, step)) {
      const named = properties[step];
      if (named === false) return undefined;
      here = isJsonObject(named) ? named : {};
    } else if (isOpenSchema(here, schema)) here = {};
    else if (isJsonObject(additional)) here = additional;
    else return undefined;
  }
  return byItself(resolvedSchema(here, schema), schema);
}

function mayBeObject({ type }: JsonObject): boolean {
  return (
    type === undefined || type === "object" || (Array.isArray(type) && (type as readonly Json[]).includes("object"))
  );
}

const anything: JsonObject = {};

/** With the definitions that its references point at. */
function byItself(schema: JsonObject, root: JsonObject): JsonObject {
  if (Object.keys(schema).length === 0) return anything;
  const kept = ["$defs", "definitions"].flatMap((name) => (name in root ? [[name, root[name] ?? null] as const] : []));
  return { ...schema, ...Object.fromEntries(kept) };
}

/** True where the schema surely allows this value at this path. */
export function canHold(schema: JsonObject, path: readonly string[], value: Json): boolean {
  const part = schemaAt(schema, path);
  return part !== undefined && followsSchema(part, value);
}

/** True where data of one of the actions can have this value at this path. */
export function someCanHold(actions: readonly ActionDescription[], path: readonly string[], value: Json): boolean {
  return actions.some(({ dataSchema }) => !dataSchema || canHold(dataSchema, path, value));
}
