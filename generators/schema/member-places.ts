import { canHold } from "../../spec/data-schemas/holds.ts";
import type { Json, JsonObject } from "../../spec/json.ts";
import type { JsonPath } from "../../spec/vocabulary/profile.ts";
import { seedFrom } from "../sample.ts";
import { markerPlaceIn } from "./marker-place.ts";
import { placesIn, type SchemaPlace } from "./schema-places.ts";

/** Where a member of a free document stands in data of a schema, and as what. */
export interface Placed {
  readonly path: JsonPath;
  readonly value: Json;
}

interface Assigned {
  readonly path: JsonPath;
  /** A number stands here for a text that no other member has room for. */
  readonly asNumber?: { readonly min: number; readonly span: number };
}

/**
 * Gives the members of free documents places in the schemas of one workflow: a name with a type has the same place
 * throughout, and no other has it, so that what overwrites what, and what a filter finds, stays as the script means it.
 */
export class MemberPlaces {
  readonly #assigned = new Map<string, Assigned>();
  readonly #taken = new Set<string>();
  readonly #reserved = new Set<string>();

  /** @param schemas those of the actions in play: where any of them has its marker, nothing else may stand */
  constructor(schemas: readonly JsonObject[]) {
    for (const schema of schemas) {
      const marker = JSON.stringify(markerPlaceIn(schema)?.path ?? []);
      this.#taken.add(marker);
      this.#reserved.add(marker);
    }
  }

  /** Places that stand for some name; what else a document has there would be taken for that. */
  get taken(): ReadonlySet<string> {
    return this.#taken;
  }

  /** Places by which documents are found. */
  get reserved(): ReadonlySet<string> {
    return this.#reserved;
  }

  /** Gives a place to a member that filters name: one that a filter can name, as long as there is any. */
  reserve(schema: JsonObject, name: string, value: Json): void {
    if (!this.#assigned.has(keyOf(name, value))) this.#assign(schema, name, value, true);
  }

  /** The place of a member, given out now where it has none yet; undefined where the schema has no room. */
  place(schema: JsonObject, name: string, value: Json): Placed | undefined {
    const assigned = this.#assigned.get(keyOf(name, value)) ?? this.#assign(schema, name, value, false);
    const written = assigned && { path: assigned.path, value: valueFor(assigned, value) };
    return written && canHold(schema, written.path, written.value) ? written : undefined;
  }

  /** Where a filter finds the member; a value of another type is looked for in the same place. */
  find(name: string, value: Json): Placed | undefined {
    const assigned =
      this.#assigned.get(keyOf(name, value)) ??
      [...this.#assigned].find(([key]) => key.startsWith(`${name} `) && !key.endsWith(" object"))?.[1];
    return assigned && { path: assigned.path, value: valueFor(assigned, value) };
  }

  #assign(schema: JsonObject, name: string, value: Json, searched: boolean): Assigned | undefined {
    const { leaves, rooms } = placesIn(schema);
    const free = leaves.filter(({ path }) => !this.#taken.has(JSON.stringify(path)));
    const fits = ({ path }: SchemaPlace) => canHold(schema, path, value);
    const leaf = free.find((place) => place.path.at(-1) === name && fits(place)) ?? free.find(fits);
    const numbers = searched && typeof value === "string" ? free.map(numbersOf) : [];
    const [room] = rooms;
    const assigned: Assigned | undefined = leaf
      ? { path: leaf.path }
      : (numbers.find((place) => place !== undefined) ?? (room ? { path: [...room, name] } : undefined));
    if (!assigned) return undefined;
    this.#taken.add(JSON.stringify(assigned.path));
    if (searched) this.#reserved.add(JSON.stringify(assigned.path));
    this.#assigned.set(keyOf(name, value), assigned);
    return assigned;
  }
}

function keyOf(name: string, value: Json): string {
  const kind = Array.isArray(value) ? "array" : value === null ? "null" : typeof value;
  return `${name} ${kind}`;
}

/** A member with so many numbers that two texts hardly ever get the same. */
function numbersOf({ path, schema, type }: SchemaPlace): Assigned | undefined {
  if ((type !== "integer" && type !== "number") || path.length > 1 || "enum" in schema || "multipleOf" in schema)
    return undefined;
  const bound = (keyword: string) => (typeof schema[keyword] === "number" ? schema[keyword] : undefined);
  const min = Math.ceil(bound("minimum") ?? bound("exclusiveMinimum") ?? 0) + ("exclusiveMinimum" in schema ? 1 : 0);
  const max = Math.floor(bound("maximum") ?? bound("exclusiveMaximum") ?? min + 1_000_000_000);
  const span = max - min;
  return span < 10_000 ? undefined : { path, asNumber: { min, span } };
}

function valueFor({ asNumber }: Assigned, value: Json): Json {
  return asNumber && typeof value === "string" ? asNumber.min + (seedFrom(value) % asNumber.span) : value;
}
