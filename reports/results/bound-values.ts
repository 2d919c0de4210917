/**
 * Keeps `expected` and `actual` small enough for a report without cutting away the place where they differ: both are
 * walked side by side, and what is left out is left out around the first difference.
 */
import { partingOf } from "../../spec/vocabulary/bytes-window.ts";
import { getOwn } from "../../spec/json.ts";
import { isBytesValue, type BytesValue } from "../../spec/vocabulary/bytes-value.ts";
import { bytesValues } from "../../spec/vocabulary/bytes-window.ts";

/** How much of a value is kept at most. */
interface Most {
  readonly textLength: number;
  readonly textLead: number;
  readonly elements: number;
  readonly elementLead: number;
  readonly members: number;
  readonly depth: number;
}

/** Tried one after the other, until what is left is small enough as a whole. */
const mosts: readonly Most[] = [
  { textLength: 4096, textLead: 512, elements: 200, elementLead: 20, members: 200, depth: 40 },
  { textLength: 1024, textLead: 256, elements: 20, elementLead: 5, members: 20, depth: 20 },
  { textLength: 256, textLead: 64, elements: 4, elementLead: 1, members: 4, depth: 6 },
];
/** Of both values together, as JSON text. */
const maxLength = 65_536;

export interface BoundedPair {
  readonly expected?: unknown;
  readonly actual?: unknown;
}

/** Both values as plain JSON, each cut around the first difference, with a note where something is left out. */
export function boundPair(expected: unknown, actual: unknown): BoundedPair {
  for (const most of mosts) {
    const pair = {
      ...(expected === undefined ? {} : { expected: bound(expected, actual, 0, most) }),
      ...(actual === undefined ? {} : { actual: bound(actual, expected, 0, most) }),
    };
    if (stable(pair).length <= maxLength) return pair;
  }
  return {
    ...(expected === undefined ? {} : { expected: tooLarge(expected) }),
    ...(actual === undefined ? {} : { actual: tooLarge(actual) }),
  };
}

function tooLarge(value: unknown): string {
  return `«larger than a report shows: ${stable(value).length} characters of JSON»`;
}

/** A text cut at `limit` UTF-16 units with a note that says how much is left out. */
export function cutText(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, limit)}… «${text.length - limit} more characters»`;
}

function bound(value: unknown, other: unknown, depth: number, most: Most): unknown {
  if (value === null || typeof value === "boolean") return value;
  if (typeof value === "number")
    return Number.isFinite(value) && !Object.is(value, -0) ? value : `«number ${nameOf(value)}»`;
  if (typeof value === "string") return boundText(value, other, most);
  if (value instanceof Uint8Array) return boundBytes(value, other);
  if (isBytesValue(value) && value.base64.length <= most.textLength) return value;
  if (typeof value !== "object") return `«${typeof value}${typeof value === "bigint" ? ` ${value}` : ""}»`;
  if (depth >= most.depth) return "«nested deeper than a report shows»";
  if (Array.isArray(value)) return boundArray(value, Array.isArray(other) ? other : undefined, depth, most);
  return boundObject(value, other, depth, most);
}

function nameOf(value: number): string {
  return Object.is(value, -0) ? "-0" : String(value);
}

function boundText(text: string, other: unknown, { textLength, textLead }: Most): string {
  if (text.length <= textLength) return text;
  const at = typeof other === "string" ? partingOf(text, other) : 0;
  const start = Math.max(0, Math.min(at - textLead, text.length - textLength));
  const end = Math.min(text.length, start + textLength);
  const before = start > 0 ? `«${start} characters» …` : "";
  const after = end < text.length ? `… «${text.length - end} more characters»` : "";
  return before + text.slice(start, end) + after;
}

function boundBytes(bytes: Uint8Array, other: unknown): BytesValue {
  return bytesValues(bytes, other instanceof Uint8Array ? other : bytes.subarray(0, 0))[0];
}

function boundArray(
  values: readonly unknown[],
  other: readonly unknown[] | undefined,
  depth: number,
  most: Most,
): unknown[] {
  const { elements, elementLead } = most;
  const item = (index: number): unknown => bound(values[index], other?.[index], depth + 1, most);
  if (values.length <= elements) return values.map((_, index) => item(index));
  const at = other ? partingOf(values.map(stable), other.map(stable)) : 0;
  const start = Math.max(0, Math.min(at - elementLead, values.length - elements));
  const end = Math.min(values.length, start + elements);
  const shown: unknown[] = [];
  if (start > 0) shown.push(`«${start} elements»`);
  for (let index = start; index < end; index++) shown.push(item(index));
  if (end < values.length) shown.push(`«${values.length - end} more elements»`);
  return shown;
}

function boundObject(value: object, other: unknown, depth: number, most: Most): Record<string, unknown> {
  const counterpart = typeof other === "object" && other !== null ? (other as Record<string, unknown>) : undefined;
  const source = value as Record<string, unknown>;
  const names = Object.keys(source);
  const differs = (name: string): boolean =>
    !counterpart || !Object.hasOwn(counterpart, name) || stable(source[name]) !== stable(counterpart[name]);
  let order = names;
  if (names.length > most.members) {
    // Not all can be shown: those that differ come first.
    const first = new Set(names.filter(differs));
    order = [...first, ...names.filter((name) => !first.has(name))];
  }
  const entries = order
    .slice(0, most.members)
    .map((name): [string, unknown] => [
      cutText(name, most.textLength),
      bound(source[name], getOwn(counterpart, name), depth + 1, most),
    ]);
  if (names.length > most.members) entries.push(["«left out»", `${names.length - most.members} more members`]);
  return Object.fromEntries(entries);
}

function stable(value: unknown): string {
  return JSON.stringify(value) ?? String(value);
}
