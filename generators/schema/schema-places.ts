import { isOpenSchema } from "../../spec/data-schemas/holds.ts";
import { namesAt, resolvedSchema } from "../../spec/data-schemas/resolve.ts";
import type { JsonObject } from "../../spec/json.ts";
import type { JsonPath } from "../../spec/vocabulary/profile.ts";
import { typeOf } from "./schema-value.ts";
import { propertiesOf } from "../../spec/data-schemas/properties.ts";

/** Objects inside objects are looked into this deep. */
const maxDepth = 3;

/** A member that a schema names, other than an object that is looked into. */
export interface SchemaPlace {
  readonly path: JsonPath;
  readonly schema: JsonObject;
  readonly type: string | undefined;
}

export interface SchemaPlaces {
  /** Outer members before inner ones, required ones before others. */
  readonly leaves: readonly SchemaPlace[];
  /** Objects below the top in which any member may stand. */
  readonly rooms: readonly JsonPath[];
}

const known = new WeakMap<JsonObject, SchemaPlaces>();

/** Where in data of this schema something can be put. */
export function placesIn(schema: JsonObject): SchemaPlaces {
  const earlier = known.get(schema);
  if (earlier) return earlier;
  const leaves: (SchemaPlace & { readonly required: boolean })[] = [];
  const rooms: JsonPath[] = [];
  const look = (part: JsonObject, path: JsonPath) => {
    const resolved = resolvedSchema(part, schema);
    const required = new Set(namesAt(resolved, "required"));
    for (const [name, property] of propertiesOf(resolved)) {
      const inner = resolvedSchema(property, schema);
      const type = typeOf(inner);
      const here = [...path, name];
      if (type !== "object") leaves.push({ path: here, schema: inner, type, required: required.has(name) });
      else if (here.length < maxDepth) {
        if (isOpenSchema(property, schema)) rooms.push(here);
        look(property, here);
      }
    }
  };
  look(schema, []);
  const order = (place: (typeof leaves)[number]) => place.path.length * 2 - (place.required ? 1 : 0);
  const places = { leaves: leaves.toSorted((a, b) => order(a) - order(b)), rooms };
  known.set(schema, places);
  return places;
}

/** The members that a schema names, outer ones first. */
export function schemaLeaves(schema: JsonObject): readonly SchemaPlace[] {
  return placesIn(schema).leaves;
}
