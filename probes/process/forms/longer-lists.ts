/** Finds out whether lists that a form was found with, with one item each, may have more items. */
import { schemasAt } from "../../../spec/data-schemas/resolve.ts";
import { isJsonObject, type JsonObject } from "../../../spec/json.ts";
import { sameJson } from "../../../spec/readings/equal.ts";
import { valuesOf } from "./form-of-value.ts";
import { plainText } from "./told/offered-values.ts";
import { propertiesOf, withProperties } from "../../../spec/data-schemas/properties.ts";

/** Lists are looked for up to this depth. */
const maxDepth = 4;
/** So many items if they may be alike, and so many if they must differ: a choice may have few values. */
const [most, mostApart] = [3, 2];

/** A form with longer lists. */
interface Longer {
  /** The form to try. */
  readonly trial: JsonObject;
  /** The form to use from then on, if that was accepted. */
  readonly form: JsonObject;
}

/** The form with longer lists if such data are accepted; else the form as it was. */
export async function withLongerLists(
  form: JsonObject,
  isTaken: (trial: JsonObject) => Promise<boolean>,
): Promise<JsonObject> {
  for (const longer of longerLists(form)) if (await isTaken(longer.trial)) return longer.form;
  return form;
}

/**
 * First longer lists with equal items, then with items that differ in a choice; none where the form has no list of one
 * item.
 */
export function longerLists(form: JsonObject): readonly Longer[] {
  if (!hasList(form)) return [];
  return [
    { trial: inEachWay(form, alikeTried, true), form: inEachWay(form, alike, false) },
    { trial: inEachWay(form, toldApart, true), form: inEachWay(form, toldApart, false) },
  ];
}

type ListOf = (items: JsonObject) => JsonObject;

const alikeTried: ListOf = (items) => ({ items: ofFirstChoices(items), minItems: most, maxItems: most });
const alike: ListOf = (items) => ({ items, minItems: 1, maxItems: most });
/** Items with different values of their first choice, so that none is repeated. */
const toldApart: ListOf = (items) => {
  const [one, other] = inTwo(items);
  return { prefixItems: [one, other], items: false, minItems: mostApart, maxItems: mostApart };
};

/** The schema of the items of a list with exactly one item; undefined for anything else. */
function itemsOf(schema: JsonObject): JsonObject | undefined {
  if (sameJson(schema["const"] ?? null, [plainText.value])) return plainText.schema;
  const { minItems, maxItems, items = null } = schema;
  const isOne = minItems === 1 && maxItems === 1 && isJsonObject(items) && !Object.hasOwn(items, "const");
  return isOne ? items : undefined;
}

const hasList = (schema: JsonObject, depth = 0): boolean =>
  itemsOf(schema) !== undefined || (depth < maxDepth && membersIn(schema).some((member) => hasList(member, depth + 1)));

const membersIn = (schema: JsonObject): readonly JsonObject[] => propertiesOf(schema).map(([, property]) => property);

function mapped(schema: JsonObject, listOf: ListOf, depth = 0): JsonObject {
  if (depth > maxDepth) return schema;
  const items = itemsOf(schema);
  const change = (one: JsonObject): JsonObject => mapped(one, listOf, depth + 1);
  const { const: _, ...others } = schema;
  if (items) return { ...others, type: "array", ...listOf(change(items)) };
  return withMembers(schema, change);
}

/** Lengthens lists in all branches of the form; a trial uses only branches that have a list. */
function inEachWay(form: JsonObject, listOf: ListOf, isTrial: boolean): JsonObject {
  const ways = schemasAt(form, "anyOf");
  const telling = isTrial && ways.some((way) => hasList(way)) ? ways.filter((way) => hasList(way)) : ways;
  const anyOf = telling.map((way) => mapped(way, listOf));
  return { ...mapped(form, listOf), ...(ways.length > 0 ? { anyOf } : {}) };
}

function withMembers(schema: JsonObject, change: (member: JsonObject) => JsonObject): JsonObject {
  if (!isJsonObject(schema["properties"])) return schema;
  return withProperties(schema, Object.fromEntries(propertiesOf(schema).map(([name, own]) => [name, change(own)])));
}

/** Fixes each choice to its first value, so that a rule against equal items refuses it. */
function ofFirstChoices(schema: JsonObject): JsonObject {
  const [first] = valuesOf(schema);
  return first === undefined ? withMembers(schema, ofFirstChoices) : { const: first };
}

/** Two schemas without a common value of their first choice; twice the same where there is no choice. */
function inTwo(schema: JsonObject): readonly [JsonObject, JsonObject] {
  const values = valuesOf(schema);
  if (values.length > 1) {
    const half = Math.ceil(values.length / 2);
    return [{ enum: values.slice(0, half) }, { enum: values.slice(half) }];
  }
  const choice = propertiesOf(schema).find(([, member]) => valuesOf(member).length > 1);
  if (!choice) return [schema, schema];
  const [name, member] = choice;
  const [one, other] = inTwo(member);
  return [withProperties(schema, { [name]: one }), withProperties(schema, { [name]: other })];
}
