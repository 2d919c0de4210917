/** One schema of a description with all that it refers to, as a schema of JSON Schema 2020-12 on its own. */
import { modernised } from "./modernised.ts";
import { maxSchemaValues, sizesBy } from "./schema-size.ts";
import { isObject, referenceIn, type SourcePlace } from "./place.ts";

/** What stands there is a value, whatever its members are called. */
const values = new Set(["enum", "const", "default", "example", "examples"]);
/** They would move where references start. */
const names = new Set(["$id", "id", "$schema"]);

const prefix = "#/$defs/";
const schemasByName = new Set(["properties", "patternProperties", "dependentSchemas", "$defs", "definitions"]);

/** Undefined where a reference leads nowhere, or it holds too much to validate by. */
export function standalone(schema: SourcePlace): object | undefined {
  const definitions: Record<string, unknown> = {};
  const known = new Map<string, string>();
  let isWhole = true;
  const nameOf = (place: SourcePlace): string => {
    const key = `${place.path}#${place.pointer}`;
    let name = known.get(key);
    if (name === undefined) {
      name = String(known.size);
      known.set(key, name);
      definitions[name] = copied(place);
    }
    return name;
  };
  /** @param byName members are schemas by name, and their names are no keywords */
  const copied = (place: SourcePlace, byName = false): unknown => {
    const { value } = place;
    if (Array.isArray(value)) return place.elements().map((element) => copied(element));
    if (!isObject(value)) return value;
    const target = byName ? undefined : place.target;
    if (!target && !byName && referenceIn(value) !== undefined) isWhole = false;
    const kept = place.members().filter(([name]) => byName || !(names.has(name) || name === "$ref"));
    const members = kept.map(([name, member]) => {
      if (!byName && values.has(name)) return [name, member.value] as const;
      return [name, copied(member, !byName && schemasByName.has(name))];
    });
    const copy = Object.fromEntries(members) as object;
    return target ? { ...copy, $ref: `${prefix}${nameOf(target)}` } : copy;
  };
  const name = nameOf(schema);
  const sizeOf = sizesBy<unknown>(
    (value) => value,
    (value) => {
      const target = definitions[referenceIn(value)?.slice(prefix.length) ?? ""];
      return [...(target === undefined ? [] : [target]), ...Object.values(value as object)];
    },
  );
  if (!isWhole || sizeOf(definitions[name]) > maxSchemaValues) return undefined;
  return { $ref: `${prefix}${name}`, $defs: modernised(definitions) as object };
}
