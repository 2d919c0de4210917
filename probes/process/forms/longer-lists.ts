/** Lists of a form that was found with one item in each: whether they may have more, and which. */
import { objectAt } from "../../../spec/data-schemas/resolve.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../spec/json.ts";
import { valuesOf } from "./form-of-value.ts";

/** Lists within members within lists are looked for so deep. */
const maxDepth = 4;
/** So many items that are alike are tried, and so many that are told apart: there are few values for these. */
const [most, mostApart] = [3, 2];

/** A form with longer lists. */
interface Longer {
  /** In which it is tried. */
  readonly trial: JsonObject;
  /** In which it is sent once that was taken. */
  readonly form: JsonObject;
}

/** The form with longer lists, if data with such are taken; the form as it was where they are not, or where it has none. */
export async function withLongerLists(
  form: JsonObject,
  isTaken: (trial: JsonObject) => Promise<boolean>,
): Promise<JsonObject> {
  for (const longer of longerLists(form)) if (await isTaken(longer.trial)) return longer.form;
  return form;
}

/** Longer lists whose items may be alike, then such as have other values of their choices; none where the form has no list of one item. */
export function longerLists(form: JsonObject): readonly Longer[] {
  if (!hasList(form)) return [];
  return [
    { trial: mapped(form, alikeTried), form: mapped(form, alike) },
    { trial: mapped(form, toldApart), form: mapped(form, toldApart) },
  ];
}

type ItemsOf = (items: JsonObject) => JsonObject;

const alikeTried: ItemsOf = (items) => ({ items: ofFirstChoices(items), minItems: most, maxItems: most });
const alike: ItemsOf = (items) => ({ items, minItems: 1, maxItems: most });
/** Items of which each has other values of the first choice, so that nothing comes twice. */
const toldApart: ItemsOf = (items) => {
  const [one, other] = inTwo(items);
  return { prefixItems: [one, other], items: false, minItems: mostApart, maxItems: mostApart };
};

/** True for a list with one item, which is not the only one there may be. */
const isList = (schema: JsonObject): boolean =>
  schema["minItems"] === 1 &&
  schema["maxItems"] === 1 &&
  isJsonObject(schema["items"]) &&
  !Object.hasOwn(schema["items"], "const");

const hasList = (schema: JsonObject, depth = 0): boolean =>
  isList(schema) ||
  (depth < maxDepth &&
    Object.values(objectAt(schema, "properties")).some((one) => isJsonObject(one) && hasList(one, depth + 1)));

function mapped(schema: JsonObject, itemsOf: ItemsOf, depth = 0): JsonObject {
  if (depth > maxDepth) return schema;
  if (isList(schema)) return { type: "array", ...itemsOf(mapped(objectAt(schema, "items"), itemsOf, depth + 1)) };
  return withMembers(schema, (member) => mapped(member, itemsOf, depth + 1));
}

function withMembers(schema: JsonObject, change: (member: JsonObject) => JsonObject): JsonObject {
  if (!isJsonObject(schema["properties"])) return schema;
  const members = Object.entries(schema["properties"]).map(([name, member]): readonly [string, Json] => [
    name,
    isJsonObject(member) ? change(member) : member,
  ]);
  return { ...schema, properties: Object.fromEntries(members) };
}

/** With the first value of each of its choices: what may not come twice is refused then. */
function ofFirstChoices(schema: JsonObject): JsonObject {
  const [first] = valuesOf(schema);
  return first === undefined ? withMembers(schema, ofFirstChoices) : { const: first };
}

/** Two schemas that have no value of the first choice in common; twice the same where there is none. */
function inTwo(schema: JsonObject): readonly [JsonObject, JsonObject] {
  const values = valuesOf(schema);
  if (values.length > 1) {
    const half = Math.ceil(values.length / 2);
    return [{ enum: values.slice(0, half) }, { enum: values.slice(half) }];
  }
  const members = Object.entries(objectAt(schema, "properties"));
  const choice = members.find(([, member]) => isJsonObject(member) && valuesOf(member).length > 1);
  if (!choice) return [schema, schema];
  const [name, member] = choice;
  const [one, other] = inTwo(isJsonObject(member) ? member : {});
  const withIt = (part: JsonObject): JsonObject => ({
    ...schema,
    properties: { ...objectAt(schema, "properties"), [name]: part },
  });
  return [withIt(one), withIt(other)];
}
