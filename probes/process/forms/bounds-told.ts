/** Bounds of numbers that a refusal tells of a form that was found, as in `size must not be less than 5`. */
import { objectAt } from "../../../spec/data-schemas/resolve.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../spec/json.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import { namesMember, textOf } from "./refusal-words.ts";

/** So many numbers are used from a bound on: such may be summed. */
const fewNumbers = 11;

const number = String.raw`\D{0,12}?(-?\d+(?:\.\d+)?)`;
/** How a refusal tells from where on numbers are taken; up to where; and the same without that number itself. */
const [least, most, above, below] = [
  String.raw`not (?:be )?(?:less|lower|smaller|below|under)(?: than)?|at least|no less than|minimum|min|greater than or equal(?: to)?|>=|≥`,
  String.raw`not (?:be )?(?:more|greater|higher|larger|above|over)(?: than)?|not exceed|at most|no more than|maximum|max|less than or equal(?: to)?|<=|≤`,
  String.raw`(?:greater|more|higher|larger) than|above|over|>`,
  String.raw`(?:less|lower|smaller) than|below|under|<`,
].map((words) => new RegExp(`(?:${words})${number}`, "i")) as [RegExp, RegExp, RegExp, RegExp];

/** The form with each bound that a number of the data is beyond; undefined where the refusal tells none. */
export function withBoundsTold(form: JsonObject, refused: Exchange): JsonObject | undefined {
  const { intent } = refused;
  const data = intent.kind === "act" || intent.kind === "create" ? intent.data : undefined;
  if (!isJsonObject(data)) return undefined;
  const told = textOf(refused);
  const numbers = Object.values(objectAt(form, "properties")).filter(isNumber).length;
  // Where one number alone may be meant it need not be named.
  const toldOf = (name: string): string => partOn(told, name) ?? (numbers === 1 ? told : "");
  const changed = Object.entries(objectAt(form, "properties")).flatMap(([name, property]) => {
    const bounds = isJsonObject(property) ? boundsFor(property, data[name], toldOf(name)) : undefined;
    return bounds ? [[name, { ...Object(property), ...bounds } as JsonObject] as const] : [];
  });
  if (changed.length === 0) return undefined;
  return { ...form, properties: { ...objectAt(form, "properties"), ...Object.fromEntries(changed) } };
}

const isNumber = (property: Json): boolean =>
  isJsonObject(property) && (property["type"] === "integer" || property["type"] === "number");

/** What is said from the name of the member on, up to where another one may be told of; undefined where it is not named. */
function partOn(told: string, name: string): string | undefined {
  const line = told.split("\n").find((one) => namesMember(one, name));
  return line?.slice(line.indexOf(name) + name.length).split(";")[0];
}

function boundsFor(property: JsonObject, sent: Json | undefined, told: string): JsonObject | undefined {
  if (!isNumber(property) || typeof sent !== "number") return undefined;
  const boundIn = (words: RegExp): number => Number(words.exec(told)?.[1] ?? NaN);
  const [from, to] = [boundIn(least), boundIn(most)];
  // A number that is not taken itself is told in other words, and stands within those of the others.
  const low = Number.isNaN(from) && Number.isNaN(to) ? boundIn(above) + 1 : from;
  const high = Number.isNaN(from) && Number.isNaN(to) ? boundIn(below) - 1 : to;
  if (sent < low) return { minimum: low, maximum: Math.min(low + fewNumbers, Number.isNaN(high) ? Infinity : high) };
  if (sent <= high || Number.isNaN(high)) return undefined;
  const { minimum } = property;
  return { minimum: typeof minimum === "number" && minimum <= high ? minimum : high, maximum: high };
}
