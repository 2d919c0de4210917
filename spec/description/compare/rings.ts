/** Schemas that lead back to themselves with nothing between: no value can be held against them. */
import type { SourcePlace } from "./place.ts";

/** What a schema says of the value itself, through others. */
const ofTheValue = ["allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas"];
/** What it says of members and elements: here a schema may well hold itself. */
const ofItsParts = [
  "properties",
  "patternProperties",
  "additionalProperties",
  "unevaluatedProperties",
  "propertyNames",
  "items",
  "prefixItems",
  "unevaluatedItems",
  "contains",
];

/** What is wrong with such a schema, and what is wanted in its place, as messages say it. */
export const refersToItself = "refers to itself for the same value, without end";
export const endingSchema = "a schema that holds itself in members or elements alone";

/** Deeper ones are refused for their depth. */
const maxDepth = 1_000;

/** The place of the first schema, of this one and all that it holds, that leads back to itself; else undefined. */
export function ringIn(schema: SourcePlace): SourcePlace | undefined {
  const states = new Map<string, "under way" | "done">();
  const waiting = [schema];
  /** Follows what is said of the value itself, and leaves members and elements for later. */
  const follow = (place: SourcePlace, depth: number): SourcePlace | undefined => {
    const name = `${place.path}#${place.pointer}`;
    const state = states.get(name);
    if (state === "under way") return place;
    if (state === "done" || depth > maxDepth) return undefined;
    states.set(name, "under way");
    for (const next of [place.target ?? [], schemasAt(place, ofTheValue)].flat()) {
      const ring = follow(next, depth + 1);
      if (ring) return ring;
    }
    states.set(name, "done");
    waiting.push(...schemasAt(place, ofItsParts));
    return undefined;
  };
  for (let place = waiting.pop(); place; place = waiting.pop()) {
    const ring = follow(place, 0);
    if (ring) return ring;
  }
  return undefined;
}

/** One schema, a list of them, or several by name. */
function schemasAt(place: SourcePlace, keywords: readonly string[]): readonly SourcePlace[] {
  return keywords.flatMap((keyword) => {
    const held = place.get(keyword);
    if (!held) return [];
    if (byName.has(keyword)) return held.members().map(([, schema]) => schema);
    return Array.isArray(held.value) ? held.elements() : [held];
  });
}

const byName = new Set(["properties", "patternProperties", "dependentSchemas"]);
