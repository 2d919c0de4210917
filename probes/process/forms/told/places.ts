/** Paths of nested members as refusals write them, e.g. `flues[0].height`. */
import { inPattern } from "../../../../spec/in-pattern.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../../spec/json.ts";
import type { Candidates } from "./candidate.ts";

const name = String.raw`[A-Za-z_][\w-]{0,63}`;
/** What may stand before a path. */
const whole = String.raw`(?:data|body|traceInput|input|payload)\.`;
/** A name with an index is a path anywhere; one with dots alone only at the beginning of a line or in quotes. */
const aPlace = new RegExp(
  String.raw`(?<![\w.-])(?:${whole})?(?!${whole})(${name}(?:\.${name}){0,4}(?:\[\d{1,3}\](?:\.${name}){0,4}){1,4})` +
    String.raw`|(?:^|["'\`])(?:${whole})?(?!${whole})(${name}(?:\.(?!length\b|size\b)${name}){1,4})(?=["'\`]|:? (?:is|must|has|should|required|missing)\b|: )`,
  "gm",
);

/** The path with dots between names and brackets around indexes. */
export const inBrackets = (place: string): string =>
  place.replaceAll("/", ".").replaceAll(/\.(\d+)(?=[.[]|$)/g, "[$1]");

interface Places {
  readonly places: readonly string[];
  /** Paths with dots alone whose first name is not known to hold members: it may belong to a program. */
  readonly doubtful: readonly string[];
  /** The text with blanks in place of the paths. */
  readonly others: string;
}

/** The paths that a text names. @param outer names of members that hold others */
export function placesIn(told: string, outer: readonly string[] = []): Places {
  const [places, doubtful] = [new Set<string>(), new Set<string>()];
  const others = told.replaceAll(aPlace, (all, withIndex?: string, dotted: string = "") => {
    // A line that begins with `data.` is about that path.
    const isSure = withIndex !== undefined || all.startsWith("data.") || outer.includes(dotted.split(".")[0] ?? "");
    (isSure ? places : doubtful).add(withIndex ?? dotted);
    return isSure ? " ".repeat(all.length) : all;
  });
  return { places: [...places], doubtful: [...doubtful], others };
}

/** The refusal with the index 0 added in paths through lists of objects, where it leaves the index out. */
export function withItems(told: string, data: JsonObject, outer = ""): string {
  return Object.entries(data).reduce((text, [member, value]) => {
    const place = outer === "" ? member : `${outer}.${member}`;
    if (isJsonObject(value)) return withItems(text, value, place);
    const item = Array.isArray(value) ? (value[0] as Json) : undefined;
    if (!isJsonObject(item)) return text;
    const own = new RegExp(String.raw`^data\.${inPattern(place)}\.(?=[A-Za-z_])`, "gm");
    return withItems(text.replaceAll(own, `data.${place}[0].`), item, `${place}[0]`);
  }, told);
}

/** Names of members that hold others. */
export const outerIn = (candidates: Candidates): readonly string[] =>
  Object.entries(valuesOf(candidates)).flatMap(([member, value]) => (isJsonObject(value) ? [member] : []));

/** True for a nested path. */
export const isWithin = (place: string): boolean => /[.[]/.test(place);

/** The names and indexes of a path. */
const partsOf = (place: string): readonly string[] => place.match(/[^.[\]]+/g) ?? [];

const isIndex = (part: string | undefined): boolean => part !== undefined && /^\d+$/.test(part);

/** The data with each value at its path; lists have one item, or as many equal ones as required. */
export function valuesOf(candidates: Candidates): JsonObject {
  let data: JsonObject = {};
  for (const [place, { value }] of Object.entries(candidates)) {
    const [first = "", ...inner] = partsOf(place);
    data = { ...data, [first]: withinPlace(data[first], inner, value) };
  }
  return data;
}

function withinPlace(before: Json | undefined, [part, ...inner]: readonly string[], value: Json): Json {
  if (part === undefined) return value;
  if (isIndex(part)) {
    const items = Array.isArray(before) ? (before as readonly Json[]) : [];
    return Array<Json>(Math.max(1, items.length)).fill(withinPlace(items[0], inner, value));
  }
  const members = isJsonObject(before) ? before : {};
  return { ...members, [part]: withinPlace(members[part], inner, value) };
}

interface Node {
  schema: JsonObject;
  readonly inner: Map<string, Node>;
}

/** By the name of each top-level member: its schema. */
export function schemasOf(candidates: Candidates): Readonly<Record<string, JsonObject>> {
  const root: Node = { schema: {}, inner: new Map() };
  for (const [place, { schema }] of Object.entries(candidates)) {
    let node = root;
    for (const part of partsOf(place)) {
      const next = node.inner.get(part) ?? { schema: {}, inner: new Map<string, Node>() };
      node.inner.set(part, next);
      node = next;
    }
    node.schema = schema;
  }
  return Object.fromEntries([...root.inner].map(([part, node]) => [part, schemaOf(node)]));
}

function schemaOf({ schema, inner }: Node): JsonObject {
  const [[first, item] = []] = inner;
  if (!item) return schema;
  if (isIndex(first)) {
    const { minItems = 1, maxItems = 1 } = schema;
    return { type: "array", items: schemaOf(item), minItems, maxItems };
  }
  const properties = Object.fromEntries([...inner].map(([part, node]) => [part, schemaOf(node)]));
  return { type: "object", required: [...inner.keys()], properties, additionalProperties: false };
}
