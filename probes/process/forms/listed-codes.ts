/**
 * Makes forms in which codes inside lists of examples vary, e.g. the receipt number in each line of a claim, which may
 * be used once only. Everything else stays as in the examples.
 */
import { objectAt, schemasAt } from "../../../spec/data-schemas/resolve.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../spec/json.ts";
import type { ActionDescription } from "../../../spec/vocabulary/target.ts";
import { isCodeLike, patternsFor } from "./code-patterns.ts";

/** At most so many patterns of the same codes are tried. */
const maxPatterns = 3;
/** At most so many kinds of codes are varied alone. */
const maxKinds = 3;

/** The forms, the most promising first; none where the examples have no codes in lists. */
export function formsOfListedCodes({ examples = [], dataSchema }: ActionDescription): readonly JsonObject[] {
  if (!dataSchema || examples.length === 0) return [];
  const members = Object.entries(objectAt(dataSchema, "properties")).flatMap(([name, property]): Member[] => {
    const values = keptValues(property);
    const kinds = kindsOf(values, [name]);
    return kinds.length > 0 ? [{ name, values, kinds }] : [];
  });
  const kinds = members.flatMap((member) => member.kinds);
  if (kinds.length === 0) return [];
  const formOf = (varied: readonly string[], turn: number): JsonObject =>
    members.reduce<JsonObject>((form, { name, values }) => {
      const shapes = values.map((value) => shapeOfValue(value, [name], varied, turn));
      const [only = {}, ...others] = shapes;
      return withProperty(form, name, others.length > 0 ? { anyOf: shapes } : only);
    }, dataSchema);
  const turns = Array.from({ length: maxPatterns }, (_, turn) => turn);
  const alone = kinds.length > 1 ? kinds.slice(0, maxKinds) : [];
  const forms = [...turns.map((turn) => formOf(kinds, turn)), ...alone.map((kind) => formOf([kind], maxPatterns - 1))];
  return [...new Map(forms.map((form) => [JSON.stringify(form), form])).values()];
}

/** The form with another schema for one member. */
export function withProperty(schema: JsonObject, name: string, property: JsonObject): JsonObject {
  const properties = { ...objectAt(schema, "properties"), [name]: property };
  const ways = schemasAt(schema, "anyOf").map((way) => {
    const { [name]: _, ...kept } = objectAt(way, "properties");
    return { ...way, properties: kept };
  });
  const { enum: _all, ...others } = schema;
  return { ...others, properties, ...(ways.length > 0 ? { anyOf: ways } : {}) };
}

interface Member {
  readonly name: string;
  /** As in the examples. */
  readonly values: readonly Json[];
  /** The paths of codes: names, and `*` for an item of a list. */
  readonly kinds: readonly string[];
}

/** The values to which a form fixes a member; none where it does not. */
function keptValues(property: Json | undefined): readonly Json[] {
  if (!isJsonObject(property)) return [];
  const values = "const" in property ? [property["const"] ?? null] : property["enum"];
  return Array.isArray(values) ? (values as readonly Json[]) : [];
}

interface Text {
  readonly kind: string;
  readonly text: string;
}

/** The paths of texts in lists that are all codes and all different. */
function kindsOf(values: readonly Json[], path: readonly string[]): readonly string[] {
  const texts = values.flatMap((value) => textsInLists(value, path, false));
  const kinds = [...new Set(texts.map(({ kind }) => kind))];
  return kinds.filter((kind) => {
    const own = texts.filter((one) => one.kind === kind).map(({ text }) => text);
    return own.every(isCodeLike) && new Set(own).size === own.length;
  });
}

function textsInLists(value: Json, path: readonly string[], isListed: boolean): readonly Text[] {
  if (Array.isArray(value))
    return (value as readonly Json[]).flatMap((item) => textsInLists(item, [...path, "*"], true));
  if (isJsonObject(value))
    return Object.entries(value).flatMap(([name, inner]) => textsInLists(inner, [...path, name], isListed));
  return isListed && typeof value === "string" ? [{ kind: JSON.stringify(path), text: value }] : [];
}

/** The schema of this value alone, except for codes of these kinds, which may be any of their pattern. */
function shapeOfValue(value: Json, path: readonly string[], kinds: readonly string[], turn: number): JsonObject {
  if (Array.isArray(value)) {
    const items = (value as readonly Json[]).map((item) => shapeOfValue(item, [...path, "*"], kinds, turn));
    return { type: "array", prefixItems: items, items: false, minItems: items.length, maxItems: items.length };
  }
  if (isJsonObject(value)) {
    const members = Object.entries(value).map(
      ([name, inner]) => [name, shapeOfValue(inner, [...path, name], kinds, turn)] as const,
    );
    return {
      type: "object",
      properties: Object.fromEntries(members),
      required: Object.keys(value),
      additionalProperties: false,
    };
  }
  if (typeof value !== "string" || !kinds.includes(JSON.stringify(path))) return { const: value };
  const patterns = patternsFor([value]);
  return { type: "string", pattern: patterns[Math.min(turn, patterns.length - 1)] ?? "" };
}
