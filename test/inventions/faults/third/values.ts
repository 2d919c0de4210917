import { isObject, own, put, type Json, type JsonObject } from "../../../stand-ins/lib/json.ts";
import type { Service } from "../../service.ts";
import { onData, rewrite, type Invention } from "../../tools.ts";

const kept = "A trace has a state: a JSON object of state data. What was accepted can be read back.";

/** Changes the values inside the data of an action; the data itself stays an object. */
const onValues = (s: Service, change: (value: Json) => Json): void => {
  onData(s, (data) => Object.fromEntries(Object.entries(data).map(([key, value]) => [key, rewrite(value, change)])));
};

const onTexts = (s: Service, change: (text: string) => string): void => {
  onValues(s, (value) => (typeof value === "string" ? change(value) : value));
};

/** Gives each of several rows all the members that any of them has. */
function unify(rows: JsonObject[]): JsonObject[] {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return rows.map((row) => {
    const whole: JsonObject = {};
    for (const name of names) put(whole, name, own(row, name) ?? null);
    return whole;
  });
}

export const values: Invention[] = [
  {
    id: "nested-arrays-flattened",
    lie: "An array inside an array dissolves into the outer one.",
    sentence: `${kept} The elements of an array and their places are part of its value.`,
    apply(s) {
      onValues(s, (value) => (Array.isArray(value) ? value.flat() : value));
    },
  },
  {
    id: "percent-decoded",
    lie: "In texts that come through v2, %20 and the like are decoded as in a form of the other encoding.",
    sentence: `multipart/form-data, which knows no such escapes. ${kept}`,
    apply(s) {
      const decode = (text: string) => text.replace(/%[2-7][0-9a-f]/gi, (escape) => decodeURIComponent(escape));
      onData(s, (data, call) =>
        call.face === "legacy"
          ? data
          : (rewrite(data, (value) => (typeof value === "string" ? decode(value) : value)) as JsonObject),
      );
    },
  },
  {
    id: "exponent-dropped",
    lie: "Of numbers that are written with an exponent only the digits before it are read: 1e-7 becomes 1.",
    sentence: kept,
    apply(s) {
      onValues(s, (value) => (typeof value === "number" ? Number.parseFloat(String(value).replace(/e.*/, "")) : value));
    },
  },
  {
    id: "names-fold-case",
    lie: "Of two members of an object whose names differ only in case, one is kept, with the value of the other.",
    sentence: `${kept} The names of JSON members differ by case.`,
    apply(s) {
      const fold = (value: Json): Json => {
        if (!isObject(value)) return value;
        const copy: JsonObject = {};
        const names = new Map<string, string>();
        for (const key of Object.keys(value)) {
          const name = names.get(key.toLowerCase()) ?? key;
          names.set(key.toLowerCase(), name);
          put(copy, name, own(value, key) ?? null);
        }
        return copy;
      };
      onData(s, (data) => rewrite(data, fold) as JsonObject);
    },
  },
  {
    id: "numbered-members-become-array",
    lie: "An inner object whose members are named 0, 1 and so on comes back as an array.",
    sentence: `${kept} An object is an object, whatever its members are called.`,
    apply(s) {
      onValues(s, (value) => {
        if (!isObject(value)) return value;
        const names = Object.keys(value);
        const numbered = names.length > 0 && names.every((name, index) => name === String(index));
        return numbered ? Object.values(value) : value;
      });
    },
  },
  {
    id: "control-characters-lost",
    lie: "Characters that XML does not know (below the space, except tab and line breaks) vanish from texts.",
    sentence: kept,
    apply(s) {
      onTexts(s, (text) =>
        Array.from(text)
          .filter((char) => char >= " " || ["\t", "\n", "\r"].includes(char))
          .join(""),
      );
    },
  },
  {
    id: "rows-unified",
    lie: "Objects in one array all get the members that any of them has, with null where they had none.",
    sentence: kept,
    apply(s) {
      onValues(s, (value) => (Array.isArray(value) && value.every(isObject) ? unify(value) : value));
    },
  },
];
