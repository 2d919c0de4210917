import { followsSchema } from "../../spec/data-schemas/follows.ts";
import { schemaAt } from "../../spec/data-schemas/holds.ts";
import { isJsonObject, type Json, type JsonObject } from "../../spec/json.ts";
import { valueAt } from "../../spec/json-walks.ts";
import { withValue } from "./base-data.ts";
import { placesIn, type SchemaPlace } from "./schema-places.ts";

/** A value of a free document that found no place of its own. */
export interface Spare {
  readonly value: Json;
  /** Empty for what every target must accept. */
  readonly traits: readonly string[];
}

/** A list takes this many of the spare values at most. */
const maxItems = 200;

/**
 * The data with unusual values in the members that no filter names: one in each member that takes it as it is, as many
 * as there is room for in lists. `seed` says with which of them to begin.
 */
export function fillPlaces(
  schema: JsonObject,
  data: JsonObject,
  spare: readonly Spare[],
  reserved: ReadonlySet<string>,
  seed: number,
): { readonly data: JsonObject; readonly traits: readonly string[] } {
  const odd = flattened(spare);
  if (odd.length === 0) return { data, traits: [] };
  const start = seed % odd.length;
  let left = [...odd.slice(start), ...odd.slice(0, start)];
  let filled = data;
  const traits = new Set<string>();
  const use = (used: readonly Spare[], next: JsonObject) => {
    filled = next;
    left = left.filter((one) => !used.includes(one));
    for (const trait of used.flatMap((one) => one.traits)) traits.add(trait);
  };
  const { leaves } = placesIn(schema);
  for (const place of leaves.filter(({ type, path }) => type !== "array" && !reserved.has(JSON.stringify(path)))) {
    const fits = left.find(
      ({ value }) => suits(place, value) && followsSchema(schema, withValue(filled, place.path, value)),
    );
    if (fits) use([fits], withValue(filled, place.path, fits.value));
  }
  // A list has room beside what stands in it; no filter is built of lists.
  for (const { path, schema: list } of leaves.filter(({ type }) => type === "array")) {
    const item = itemSchema(list);
    if (!item) continue;
    const before = valueAt(filled, path);
    const fitting = left.filter(({ value }) => followsSchema(item, value)).slice(0, maxItems);
    const longer = withValue(filled, path, [
      ...(Array.isArray(before) ? before : []),
      ...fitting.map(({ value }) => value),
    ]);
    if (fitting.length > 0 && followsSchema(schema, longer)) use(fitting, longer);
  }
  return { data: filled, traits: [...traits] };
}

/** Only texts and numbers are filled in: there is nothing odd about a truth value. */
function suits({ type }: SchemaPlace, value: Json): boolean {
  if (type === "integer" || type === "number") return typeof value === "number";
  return type === typeof value;
}

function itemSchema({ items }: JsonObject): JsonObject | undefined {
  return isJsonObject(items) && !("$ref" in items) ? schemaAt(items, []) : undefined;
}

/** Lists as their elements. What is odd about its name says nothing under another. */
function flattened(spare: readonly Spare[]): readonly Spare[] {
  return spare.flatMap(({ value, traits }): readonly Spare[] => {
    if (traits.every((trait) => /^data\.(?:top|key)-/.test(trait))) return [];
    const parts: readonly Json[] = Array.isArray(value) ? value : [value];
    return parts
      .filter((part) => typeof part === "string" || typeof part === "number")
      .map((part) => ({ value: part, traits }));
  });
}
