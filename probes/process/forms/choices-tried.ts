/**
 * Tries the other values of choices in the form of a creating action that was found with one value of each: which are
 * refused, and which members they require.
 */
import { fitData } from "../../../generators/index.ts";
import { onceEach } from "../../../spec/data-schemas/once-each.ts";
import { objectAt } from "../../../spec/data-schemas/resolve.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../spec/json.ts";
import { dataOf, isTaken } from "../../../spec/readings/actions.ts";
import { sameJson } from "../../../spec/readings/equal.ts";
import { valuesAt } from "../../../spec/readings/path.ts";
import type { JsonPath } from "../../../spec/vocabulary/profile.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { ActionDescription } from "../../../spec/vocabulary/target.ts";
import { actionData } from "../../fixture/fixture-data.ts";
import type { ProbeContext } from "../../probe.ts";
import { asksForOthers, formOfValue, valuesOf } from "./form-of-value.ts";
import { summedTo } from "./told/sums-told.ts";
import { aboutMoment, isAbout, mayBeForm, namesMember, textOf } from "./told/refusal-words.ts";
import { propertiesOf, withProperties } from "../../../spec/data-schemas/properties.ts";

type Asker = Pick<ProbeContext, "run" | "runId">;

/** At most so many values are tried; each accepted one leaves a trace. */
const maxTried = 12;
/** Choices are looked for up to this depth of nested members. */
const maxDepth = 3;
/** For at most so many values the required members are searched for, which takes many requests. */
const maxSought = 3;

/**
 * The form without values that are refused, and with the members that a value requires. Values stay that were not
 * tried, or refused for something else.
 * @param taken data of that form that were accepted
 */
export async function withChoicesTried(
  context: Asker,
  workflow: number,
  action: ActionDescription,
  form: JsonObject,
  taken: JsonObject,
): Promise<JsonObject> {
  const others = choicesIn(form).filter(
    ({ path, value }) => !valuesAt(taken, path).some((one) => sameJson(one, value)),
  );
  let [changed, sought] = [form, 0];
  const wrong: Choice[] = [];
  for (const [at, { path, value }] of others.slice(0, maxTried).entries()) {
    const described = { ...action, dataSchema: changed };
    const [member = "", ...inner] = path;
    const send = async (other: Json | undefined, number: number): Promise<Exchange | undefined> => {
      // With the plain form: members that another value requires would hide that this one requires them too.
      const fresh = withFreshTexts(context, { ...action, dataSchema: form }, taken, number);
      const data = other === undefined ? fresh : (replacedAt(fresh, path, other) as JsonObject);
      const [answer] = await context.run("another value of a choice", [
        { op: "create", face: "v2", workflow, action: action.key, data, candidateFor: "action-forms" },
      ]);
      return answer;
    };
    const exchange = await send(value, 2 * at);
    if (!exchange || isTaken(exchange) || !mayBeForm(exchange)) continue;
    // If the refusal does not name the value, data without it tell whether the value is the reason.
    const control = isOfValue(exchange, nameAt(path), value) ? undefined : await send(undefined, 2 * at + 1);
    if (control && !isTaken(control)) continue;
    const isSought = inner.length === 0 && asksForOthers(exchange, member) && sought < maxSought;
    const found = isSought && (await formOfValue(context, workflow, described, exchange, { member, value }));
    sought += isSought ? 1 : 0;
    if (found) changed = found.schema;
    else wrong.push({ path, value });
  }
  return wrong.reduce((left, { path: [member = "", ...inner], value }) => {
    if (inner.length === 0) return withoutValue(left, member, value);
    return withProperties(left, { [member]: lessAt(objectAt(objectAt(left, "properties"), member), inner, value) });
  }, changed);
}

/** A possible value of a member; `0` in the path stands for any item of a list. */
interface Choice {
  readonly path: JsonPath;
  readonly value: Json;
}

function choicesIn(schema: JsonObject, outer: JsonPath = []): readonly Choice[] {
  return propertiesOf(schema).flatMap(([name, property]) => choicesOf(property, [...outer, name]));
}

function choicesOf(property: JsonObject, path: JsonPath): readonly Choice[] {
  const items = objectAt(property, "items");
  if (path.length < maxDepth && Object.keys(items).length > 0) return choicesOf(items, [...path, "0"]);
  if (path.length < maxDepth && Object.hasOwn(property, "properties")) return choicesIn(property, path);
  return valuesOf(property).map((value) => ({ path, value }));
}

/** The name of the member at a path; of the list for an item. */
const nameAt = (path: JsonPath): string => path.findLast((part) => part !== "0") ?? "";

/** The data with another value at this path. */
function replacedAt(data: Json, [name, ...inner]: JsonPath, value: Json): Json {
  if (name === undefined) return value;
  if (Array.isArray(data)) return [replacedAt((data[0] ?? null) as Json, inner, value)];
  return isJsonObject(data) ? { ...data, [name]: replacedAt(data[name] ?? null, inner, value) } : data;
}

/** The schema of a member without this value at an inner path. */
function lessAt(schema: JsonObject, [name = "", ...inner]: JsonPath, value: Json): JsonObject {
  const less = (part: JsonObject): JsonObject =>
    inner.length === 0 ? withoutOne(part, value) : lessAt(part, inner, value);
  if (name === "0") return { ...schema, items: less(objectAt(schema, "items")) };
  return withProperties(schema, { [name]: less(objectAt(objectAt(schema, "properties"), name)) });
}

function withoutOne(property: JsonObject, value: Json): JsonObject {
  const left = valuesOf(property).filter((one) => !sameJson(one, value));
  const [only, ...others] = left;
  // A single value stays, and so does what is no choice.
  if (only === undefined) return property;
  return others.length > 0 ? { enum: left } : { const: only };
}

/** The accepted data with new texts where texts are free, as the same data may be accepted only once. */
function withFreshTexts({ runId }: Asker, action: ActionDescription, taken: JsonObject, at: number): JsonObject {
  const properties = objectAt(action.dataSchema ?? {}, "properties");
  const { data } = fitData(action, { data: actionData(runId, "choices", at) });
  const isFree = (name: string): boolean => {
    const property = objectAt(properties, name);
    return property["type"] === "string" && property["enum"] === undefined;
  };
  const fresh = Object.entries(data).filter(([name]) => isFree(name) || !Object.hasOwn(properties, name));
  return { ...taken, ...Object.fromEntries(fresh) };
}

/** The form without the values that a refusal is about; undefined where it names no choice with several values. */
export function withoutValuesRefused(form: JsonObject, refused: Exchange): JsonObject | undefined {
  const data = dataOf(refused);
  const told = textOf(refused);
  if (!mayBeForm(refused) || aboutMoment.test(told)) return undefined;
  const wrong = propertiesOf(form).filter(
    ([member, property]) => valuesOf(property).length > 1 && Object.hasOwn(data, member) && isAbout(told, member),
  );
  const left = wrong.reduce((before, [member]) => withoutValue(before, member, data[member] ?? null), form);
  return sameJson(left, form) ? undefined : left;
}

/**
 * Forms to try after a refusal of data: first numbers with the sum that it tells, then each other value of each choice.
 */
export function withOtherValues(form: JsonObject, refused: Exchange): readonly JsonObject[] {
  const data = dataOf(refused);
  if (!mayBeForm(refused) || aboutMoment.test(textOf(refused))) return [];
  const sent = Object.fromEntries(Object.entries(data).map(([member, value]) => [member, { value, schema: {} }]));
  const summed = summedTo(sent, textOf(refused)).map((numbers) =>
    withProperties(form, Object.fromEntries(Object.entries(numbers).flatMap(ofNumber))),
  );
  const others = propertiesOf(form).flatMap(([member, property]) => {
    const values = Object.hasOwn(data, member) ? valuesOf(property) : [];
    const others = values.filter((value) => values.length > 1 && !sameJson(value, data[member] ?? null));
    return others.map((value) => withProperties(form, { [member]: { const: value } }));
  });
  return [...summed, ...others];
}

const ofNumber = ([member, { value }]: readonly [string, { readonly value: Json }]): readonly [string, Json][] =>
  typeof value === "number" ? [[member, { const: value }]] : [];

/** Words that say that something came before. Without them a refused number may just be too high or too low. */
const saysRepeated = /\b(?:already|again|twice|duplicate[ds]?|once|before|schon|bereits|déjà)\b/i;
/** At most so many numbers of a range are listed. */
const mostNumbers = 12;

/** The whole numbers of a short range; none for other schemas. */
function numbersOf({ type, minimum, maximum }: JsonObject): readonly Json[] {
  if (type !== "integer" || typeof minimum !== "number" || typeof maximum !== "number") return [];
  const count = Math.floor(maximum) - Math.ceil(minimum) + 1;
  return count > mostNumbers ? [] : Array.from({ length: count }, (_, at) => Math.ceil(minimum) + at);
}

/**
 * The form in which each value of a choice comes once on a trace; undefined where the refusal is about no value that
 * came before, or no other value is left.
 * @param before data with which the action was accepted on the trace
 */
export function withOnceEach(
  form: JsonObject,
  refused: Exchange,
  before: readonly JsonObject[],
): JsonObject | undefined {
  const data = dataOf(refused);
  const told = textOf(refused);
  if (before.length === 0 || aboutMoment.test(told)) return undefined;
  const repeated = propertiesOf(form).flatMap(([member, property]) => {
    const listed = valuesOf(property);
    const values = listed.length > 0 || !saysRepeated.test(told) ? listed : numbersOf(property);
    const cameBefore = (value: Json | undefined): boolean =>
      before.some((one) => sameJson(one[member] ?? null, value ?? null));
    const isOne = values.length > 1 && Object.hasOwn(data, member) && isAbout(told, member) && cameBefore(data[member]);
    const isLeft = isOne && values.some((value) => !cameBefore(value));
    return isLeft ? [[member, { ...property, enum: values, [onceEach]: true } as JsonObject] as const] : [];
  });
  return repeated.length === 0 ? undefined : withProperties(form, Object.fromEntries(repeated));
}

/** True for a refusal that names the member or the value. */
export function isOfValue(exchange: Exchange, member: string, value: Json): boolean {
  const told = textOf(exchange);
  const isNamed = namesMember(told, member) || (typeof value === "string" && namesMember(told, value));
  return isNamed && !aboutMoment.test(told);
}

/** The form without one value of a choice. */
export function withoutValue(form: JsonObject, member: string, value: Json): JsonObject {
  const property = withoutOne(objectAt(objectAt(form, "properties"), member), value);
  const ways = Array.isArray(form["anyOf"]) ? (form["anyOf"] as readonly Json[]) : [];
  const hasValue = (way: Json): boolean =>
    isJsonObject(way) && sameJson(objectAt(objectAt(way, "properties"), member)["const"] ?? null, value);
  const anyOf = ways.filter((way) => !hasValue(way));
  return { ...withProperties(form, { [member]: property }), ...(ways.length > 0 ? { anyOf } : {}) };
}
