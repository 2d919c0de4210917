/** An example of a document that fits a schema of a description, and what the interface says of it, too. */
import { isJwt, isUuid } from "../formats.ts";
import type { Json } from "../../json.ts";
import { rangeOf, whyOutOfLimits } from "./limits.ts";
import { typeOf, type Impossible, type JsonType, type SchemaView } from "./own-view.ts";
import { isObject, type SourcePlace } from "./place.ts";
import { plainValue } from "./sample-values.ts";
import { joined, maxViews, typeText, viewsOf, waysOf } from "./schema-view.ts";

/** An example; or why there is none, where that is certain; or neither, where it is not. */
export interface Example {
  readonly value?: Json;
  readonly impossible?: Impossible;
}

const unknown: Example = {};
const maxSteps = 1_000;
const maxElements = 100;
/** Members that need not be there are left out further down. */
const maxDepthOfOptional = 6;

interface Making {
  /** Chooses among alternatives: other turns give other examples. */
  readonly turn: number;
  /** With the members that need not be there. */
  readonly full: boolean;
  steps: number;
}

/** @param turn other examples for other numbers, from 0 */
export function exampleOf(described: SourcePlace, wanted: SourcePlace | undefined, turn = 0): Example {
  return make({ turn, full: turn % 2 === 1, steps: 0 }, [described], wanted, []);
}

/** @param theirs all of them hold; none where the description says nothing */
function make(
  making: Making,
  theirs: readonly SourcePlace[],
  ours: SourcePlace | undefined,
  above: readonly string[],
): Example {
  if (++making.steps > maxSteps || above.length > 100) return unknown;
  const ourView = ours && viewsOf(ours)[0];
  const [first] = theirs;
  if (!first) return ourView ? fill(making, ourView, ourView, above) : { value: null };
  const name = theirs.map(({ path, pointer }) => `${path}#${pointer}`).join(" ") + ` ${ours?.pointer ?? ""}`;
  if (above.includes(name)) return cannot(first, "it demands itself inside itself, without end");
  const ways = theirs.map(waysOf).reduce((left, right) => joined(first, left, right));
  const start = making.turn % Math.max(1, ways.length);
  let found: Example | undefined;
  for (const way of [...ways.slice(start), ...ways.slice(0, start)]) {
    const example = fill(making, way, ourView, [...above, name]);
    if (example.value !== undefined) return example;
    found = less(found, example);
  }
  return ways.length < maxViews ? (found ?? unknown) : unknown;
}

/** Where one way is not certain to be none, nothing is. */
function less(one: Example | undefined, other: Example): Example {
  return one && (one.impossible === undefined || other.impossible) ? one : other;
}

function fill(making: Making, view: SchemaView, ours: SchemaView | undefined, above: readonly string[]): Example {
  if (view.impossible) return { impossible: view.impossible };
  const types = view.types && ours?.types ? view.types.intersection(ours.types) : (view.types ?? ours?.types);
  // Another type than the interface's is told as that.
  if (types?.size === 0) return unknown;
  if (view.values) return listed(making, view, view.values, ours, types);
  let found: Example | undefined;
  for (const type of types ?? (["null", "object", "string"] as const)) {
    const example = ofType(making, type, view, ours, above);
    if (example.value !== undefined) return example;
    found = less(found, example);
  }
  // Without a type, there are others.
  return types ? (found ?? unknown) : unknown;
}

function listed(
  { turn }: Making,
  view: SchemaView,
  values: readonly unknown[],
  ours: SchemaView | undefined,
  types: ReadonlySet<JsonType> | undefined,
): Example {
  const isOfType = (value: unknown): boolean => !types || types.has(typeOf(value));
  const format = ours?.formats[0];
  const hasFormat = (value: unknown): boolean =>
    typeof value !== "string" || ((format !== "uuid" || isUuid(value)) && (format !== "jwt" || isJwt(value)));
  const ofTheType = values.filter(isOfType);
  const fitting = ofTheType.filter(hasFormat);
  const value = fitting[turn % Math.max(1, fitting.length)];
  if (value !== undefined) return { value: value as Json };
  const wanted = ofTheType.length === 0 ? `of type ${typeText(types)}` : `of the format ${String(format)}`;
  return cannot(view.place, `none of the values that it lists is ${wanted}`);
}

function ofType(
  making: Making,
  type: JsonType,
  view: SchemaView,
  ours: SchemaView | undefined,
  above: readonly string[],
): Example {
  const reason = whyOutOfLimits(view, type);
  if (reason !== undefined) return cannot(view.place, reason);
  if (type === "object") return objectOf(making, view, ours, above);
  if (type === "array") return arrayOf(making, view, ours, above);
  const { least, most } = rangeOf(view, "minLength", "maxLength");
  if (type === "string" && ours?.formats.includes("uuid") && (least > 36 || most < 36))
    return cannot(view.place, "a UUID has 36 characters, which its minLength or maxLength does not let through");
  return { value: plainValue(type, view, [...(ours?.formats ?? []), ...view.formats], making.turn) };
}

function objectOf(making: Making, view: SchemaView, ours: SchemaView | undefined, above: readonly string[]): Example {
  const required = new Set([...(ours?.required ?? []), ...[...view.required].filter((name) => !isWritten(view, name))]);
  const { most } = rangeOf(view, "minProperties", "maxProperties");
  if (required.size > most)
    return cannot(view.place, `${[...required].join(", ")} must be there, and its maxProperties is ${String(most)}`);
  const value = new Map<string, Json>();
  for (const name of required) {
    const parts = membersAt(view, name);
    if (parts === "refused") {
      if (!view.required.has(name)) return unknown;
      return cannot(view.place, `it demands the member ${name}, and refuses it`);
    }
    const example = make(making, parts, ours?.properties.get(name)?.[0], above);
    if (example.value === undefined) return example;
    value.set(name, example.value);
  }
  if (!making.full || above.length > maxDepthOfOptional) return { value: Object.fromEntries(value) };
  for (const name of new Set([...(ours?.properties.keys() ?? []), ...view.properties.keys()])) {
    const parts = membersAt(view, name);
    if (value.has(name) || parts === "refused" || value.size >= most) continue;
    const example = make(making, parts, ours?.properties.get(name)?.[0], above);
    if (example.value !== undefined) value.set(name, example.value);
  }
  return { value: Object.fromEntries(value) };
}

/** What is only ever written need not be in an answer. */
function isWritten(view: SchemaView, name: string): boolean {
  return (view.properties.get(name) ?? []).some(({ value }) => isObject(value) && value["writeOnly"] === true);
}

/** The schemas that a member must fit, all of them. */
function membersAt(view: SchemaView, name: string): readonly SourcePlace[] | "refused" {
  const found = [...(view.properties.get(name) ?? [])];
  for (const part of view.parts) {
    const patterns = (part.get("patternProperties")?.members() ?? []).filter(([pattern]) => matches(pattern, name));
    found.push(...patterns.map(([, schema]) => schema));
    const rest = part.get("additionalProperties");
    if (!rest || patterns.length > 0 || part.get("properties")?.get(name)) continue;
    if (rest.value === false) return "refused";
    if (isObject(rest.value)) found.push(rest);
  }
  return found;
}

function matches(pattern: string, name: string): boolean {
  try {
    return new RegExp(pattern, "u").test(name);
  } catch {
    return true;
  }
}

function arrayOf(making: Making, view: SchemaView, ours: SchemaView | undefined, above: readonly string[]): Example {
  const { least, most } = rangeOf(view, "minItems", "maxItems");
  const isList = ours?.items !== undefined;
  if (isList && most === 0) return cannot(view.place, "its maxItems is 0, so that the list never holds anything");
  const isTuple = view.parts.some((part) => part.get("prefixItems"));
  if (isTuple || least > maxElements) return least === 0 && !isList ? { value: [] } : unknown;
  const items = view.parts.map((part) => part.get("items")).filter((place) => place !== undefined);
  const count = Math.min(Math.max(least, making.turn % 3 === 2 ? 0 : 1), most);
  const example = make(making, items, ours?.items, above);
  if (example.value === undefined && (isList || least > 0)) return example;
  const element = example.value;
  return { value: element === undefined ? [] : Array.from({ length: count }, () => element) };
}

function cannot(place: SourcePlace, reason: string): Example {
  return { impossible: { place, reason } };
}
