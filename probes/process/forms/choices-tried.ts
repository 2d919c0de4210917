/** The choices in the form of a creation that was found with one value of each: which others are refused, and what they want beside them. */
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

/** However many values there are: so many creations try another one, each of which leaves a trace. */
const maxTried = 12;
/** Choices within members within members are looked for so deep. */
const maxDepth = 3;
/** What so many of them want beside them is looked for, with many requests each. */
const maxSought = 3;

/**
 * The form without the values of its choices that are refused; what one wants beside it goes with it. A value that was not tried
 * stays, and so does one that was refused for something else.
 * @param taken data of that form that were taken
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
      // What another value wants beside it would hide that this one wants it, too.
      const fresh = withFreshTexts(context, { ...action, dataSchema: form }, taken, number);
      const data = other === undefined ? fresh : (replacedAt(fresh, path, other) as JsonObject);
      const [answer] = await context.run("another value of a choice", [
        { op: "create", face: "v2", workflow, action: action.key, data, candidateFor: "action-forms" },
      ]);
      return answer;
    };
    const exchange = await send(value, 2 * at);
    if (!exchange || isTaken(exchange) || !mayBeForm(exchange)) continue;
    // Where nothing says so, data without it tell whether it is the value that is refused.
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

/** A value that a member may have; the first item of a list stands for all of them. */
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

/** The member at a place, or that which has the list there. */
const nameAt = (path: JsonPath): string => path.findLast((part) => part !== "0") ?? "";

/** The data with another value where one stands. */
function replacedAt(data: Json, [name, ...inner]: JsonPath, value: Json): Json {
  if (name === undefined) return value;
  if (Array.isArray(data)) return [replacedAt((data[0] ?? null) as Json, inner, value)];
  return isJsonObject(data) ? { ...data, [name]: replacedAt(data[name] ?? null, inner, value) } : data;
}

/** The schema of a member without a value further within. */
function lessAt(schema: JsonObject, [name = "", ...inner]: JsonPath, value: Json): JsonObject {
  const less = (part: JsonObject): JsonObject =>
    inner.length === 0 ? withoutOne(part, value) : lessAt(part, inner, value);
  if (name === "0") return { ...schema, items: less(objectAt(schema, "items")) };
  return withProperties(schema, { [name]: less(objectAt(objectAt(schema, "properties"), name)) });
}

function withoutOne(property: JsonObject, value: Json): JsonObject {
  const left = valuesOf(property).filter((one) => !sameJson(one, value));
  const [only, ...others] = left;
  // What is no choice, or has no other value, stays.
  if (only === undefined) return property;
  return others.length > 0 ? { enum: left } : { const: only };
}

/** What was taken may come once: the same, but for texts that are free. */
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

/**
 * The form without the values of choices that a refusal is about; undefined where it names no choice, or one with a single value.
 */
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
 * Forms with numbers that make together what the refusal tells, and with each other value of a choice that was sent, one after
 * the other; none for a refusal of anything but the data.
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

/** How a refusal says that something came before: a number that is refused else may only be too high or too low by then. */
const saysRepeated = /\b(?:already|again|twice|duplicate[ds]?|once|before|schon|bereits|déjà)\b/i;
/** So many numbers of a range at most are told apart. */
const mostNumbers = 12;

/** The whole numbers of a short range; none of any other. */
function numbersOf({ type, minimum, maximum }: JsonObject): readonly Json[] {
  if (type !== "integer" || typeof minimum !== "number" || typeof maximum !== "number") return [];
  const count = Math.floor(maximum) - Math.ceil(minimum) + 1;
  return count > mostNumbers ? [] : Array.from({ length: count }, (_, at) => Math.ceil(minimum) + at);
}

/**
 * The form in which choices that a refusal is about come once each on a trace; undefined where it is about none whose value came
 * there before, and another one did not.
 * @param before data with which the action was taken on the trace
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

/** True for a refusal that names the member, or the value. */
export function isOfValue(exchange: Exchange, member: string, value: Json): boolean {
  const told = textOf(exchange);
  const isNamed = namesMember(told, member) || (typeof value === "string" && namesMember(told, value));
  return isNamed && !aboutMoment.test(told);
}

/** The form without one value of a choice; the only one that is left is all that it takes then. */
export function withoutValue(form: JsonObject, member: string, value: Json): JsonObject {
  const property = withoutOne(objectAt(objectAt(form, "properties"), member), value);
  const ways = Array.isArray(form["anyOf"]) ? (form["anyOf"] as readonly Json[]) : [];
  const hasValue = (way: Json): boolean =>
    isJsonObject(way) && sameJson(objectAt(objectAt(way, "properties"), member)["const"] ?? null, value);
  const anyOf = ways.filter((way) => !hasValue(way));
  return { ...withProperties(form, { [member]: property }), ...(ways.length > 0 ? { anyOf } : {}) };
}
