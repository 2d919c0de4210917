/** Places of members within others, as refusals name them, such as `flues[0].height`, and what stands there. */
import { inPattern } from "../../../../spec/in-pattern.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../../spec/json.ts";
import type { Candidates } from "./candidate.ts";

const name = String.raw`[A-Za-z_][\w-]{0,63}`;
/** What stands before the members in the name of a place. */
const whole = String.raw`(?:data|body|traceInput|input|payload)\.`;
/** With an index anywhere it is a place; with dots alone it may be one at the beginning of a line, or in quotes. */
const aPlace = new RegExp(
  String.raw`(?<![\w.-])(?:${whole})?(?!${whole})(${name}(?:\.${name}){0,4}(?:\[\d{1,3}\](?:\.${name}){0,4}){1,4})` +
    String.raw`|(?:^|["'\`])(?:${whole})?(?!${whole})(${name}(?:\.(?!length\b|size\b)${name}){1,4})(?=["'\`]|:? (?:is|must|has|should|required|missing)\b|: )`,
  "gm",
);

/** With dots between names, and brackets around the indexes of lists. */
export const inBrackets = (place: string): string =>
  place.replaceAll("/", ".").replaceAll(/\.(\d+)(?=[.[]|$)/g, "[$1]");

interface Places {
  readonly places: readonly string[];
  /** With dots alone, behind the name of what is no member with others in it as far as is known: of a program, perhaps. */
  readonly doubtful: readonly string[];
  /** The text with nothing in the stead of the places. */
  readonly others: string;
}

/** The places within members that a text names. @param outer names of members that hold others */
export function placesIn(told: string, outer: readonly string[] = []): Places {
  const [places, doubtful] = [new Set<string>(), new Set<string>()];
  const others = told.replaceAll(aPlace, (all, withIndex?: string, dotted: string = "") => {
    // A line about a member is one about its place.
    const isSure = withIndex !== undefined || all.startsWith("data.") || outer.includes(dotted.split(".")[0] ?? "");
    (isSure ? places : doubtful).add(withIndex ?? dotted);
    return isSure ? " ".repeat(all.length) : all;
  });
  return { places: [...places], doubtful: [...doubtful], others };
}

/** The refusal of these data, in which lists of objects have the index of the item that was sent, where it leaves that out. */
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

/** Names of the members that hold others. */
export const outerIn = (candidates: Candidates): readonly string[] =>
  Object.entries(valuesOf(candidates)).flatMap(([member, value]) => (isJsonObject(value) ? [member] : []));

/** True for a place within a member. */
export const isWithin = (place: string): boolean => /[.[]/.test(place);

/** The names and indexes on the way to a place. */
const partsOf = (place: string): readonly string[] => place.match(/[^.[\]]+/g) ?? [];

const isIndex = (part: string | undefined): boolean => part !== undefined && /^\d+$/.test(part);

/** The data with each value in its place; lists have one item, or as many of it as they must. */
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

/** The schema of each member, by its name. */
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
