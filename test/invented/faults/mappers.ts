import { own, put, type Json, type JsonObject } from "../../lib/service/json.ts";
import { onData, rewrite, type Faults } from "../tools.ts";

/** The value with what lies deeper than so many levels replaced by a text. */
function flattened(value: Json, levels: number): Json {
  if (typeof value !== "object" || value === null) return value;
  if (levels === 0) return Array.isArray(value) ? "[Array]" : "[Object]";
  if (Array.isArray(value)) return value.map((item) => flattened(item, levels - 1));
  const copy: JsonObject = {};
  for (const key of Object.keys(value)) put(copy, key, flattened(own(value, key) ?? null, levels - 1));
  return copy;
}

const without = (value: Json, left: (key: string, at: number) => boolean): Json => {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const copy: JsonObject = {};
  Object.keys(value).forEach((key, at) => {
    if (!left(key, at)) put(copy, key, own(value, key) ?? null);
  });
  return copy;
};

/** What a mapper between JSON and objects does to data. Of all: "JSON object. The data of the action." */
export const mappers: Faults = {
  "deep-data-becomes-text": {
    title: "Data below the twelfth level is kept as the text `[Object]`.",
    apply(s) {
      onData(s, (data) => flattened(data, 12) as JsonObject);
    },
  },
  "lists-are-sets": {
    title: "A value that stands in a list twice is kept once.",
    apply(s) {
      onData(
        s,
        (data) =>
          rewrite(data, (value) =>
            Array.isArray(value) && value.every((item) => typeof item !== "object") ? [...new Set(value)] : value,
          ) as JsonObject,
      );
    },
  },
  "inner-ids-dropped": {
    title: "An object inside the data loses its member `id`, which the mapper keeps for itself.",
    apply(s) {
      onData(s, (data) => {
        const copy: JsonObject = {};
        for (const key of Object.keys(data)) {
          put(
            copy,
            key,
            rewrite(own(data, key) ?? null, (value) => without(value, (name) => name === "id")),
          );
        }
        return copy;
      });
    },
  },
  "hundred-members": {
    title: "An object keeps its first hundred members.",
    apply(s) {
      onData(s, (data) => rewrite(data, (value) => without(value, (_name, at) => at >= 100)) as JsonObject);
    },
  },
  "members-named-with-blanks": {
    title: "Blanks around the name of a member are taken off.",
    apply(s) {
      onData(
        s,
        (data) =>
          rewrite(data, (value) => {
            if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
            const copy: JsonObject = {};
            for (const key of Object.keys(value)) put(copy, key.trim(), own(value, key) ?? null);
            return copy;
          }) as JsonObject,
      );
    },
  },
};
