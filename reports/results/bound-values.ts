/**
 * Keeps `expected` and `actual` small enough for a report without cutting away the place where they differ: both are
 * walked side by side, and what is left out is left out around the first difference.
 */
import { isBytesValue, type BytesValue } from "../../spec/vocabulary/bytes-value.ts";
import { bytesValues } from "../../spec/vocabulary/bytes-window.ts";

const maxTextLength = 4096;
const textLead = 512;
const maxElements = 200;
const elementLead = 20;
const maxMembers = 200;
const maxDepth = 40;

export interface BoundedPair {
  readonly expected?: unknown;
  readonly actual?: unknown;
}

/** Both values as plain JSON, each cut around the first difference, with a note where something is left out. */
export function boundPair(expected: unknown, actual: unknown): BoundedPair {
  const pair: { expected?: unknown; actual?: unknown } = {};
  if (expected !== undefined) pair.expected = bound(expected, actual, 0);
  if (actual !== undefined) pair.actual = bound(actual, expected, 0);
  return pair;
}

/** A text cut at `limit` UTF-16 units with a note that says how much is left out. */
export function cutText(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, limit)}… «${text.length - limit} more characters»`;
}

function bound(value: unknown, other: unknown, depth: number): unknown {
  if (value === null || typeof value === "boolean") return value;
  if (typeof value === "number")
    return Number.isFinite(value) && !Object.is(value, -0) ? value : `«number ${nameOf(value)}»`;
  if (typeof value === "string") return boundText(value, other);
  if (value instanceof Uint8Array) return boundBytes(value, other);
  if (isBytesValue(value) && value.base64.length <= maxTextLength) return value;
  if (typeof value !== "object") return `«${typeof value}${typeof value === "bigint" ? ` ${value}` : ""}»`;
  if (depth >= maxDepth) return "«nested deeper than a report shows»";
  if (Array.isArray(value)) return boundArray(value, Array.isArray(other) ? other : undefined, depth);
  return boundObject(value, other, depth);
}

function nameOf(value: number): string {
  return Object.is(value, -0) ? "-0" : String(value);
}

function boundText(text: string, other: unknown): string {
  if (text.length <= maxTextLength) return text;
  const at = typeof other === "string" ? firstDifference(text, other) : 0;
  const start = Math.max(0, Math.min(at - textLead, text.length - maxTextLength));
  const end = Math.min(text.length, start + maxTextLength);
  const before = start > 0 ? `«${start} characters» …` : "";
  const after = end < text.length ? `… «${text.length - end} more characters»` : "";
  return before + text.slice(start, end) + after;
}

function boundBytes(bytes: Uint8Array, other: unknown): BytesValue {
  return bytesValues(bytes, other instanceof Uint8Array ? other : bytes.subarray(0, 0))[0];
}

function boundArray(values: readonly unknown[], other: readonly unknown[] | undefined, depth: number): unknown[] {
  const item = (index: number): unknown => bound(values[index], other?.[index], depth + 1);
  if (values.length <= maxElements) return values.map((_, index) => item(index));
  const at = other ? firstDifference(values.map(stable), other.map(stable)) : 0;
  const start = Math.max(0, Math.min(at - elementLead, values.length - maxElements));
  const end = Math.min(values.length, start + maxElements);
  const shown: unknown[] = [];
  if (start > 0) shown.push(`«${start} elements»`);
  for (let index = start; index < end; index++) shown.push(item(index));
  if (end < values.length) shown.push(`«${values.length - end} more elements»`);
  return shown;
}

function boundObject(value: object, other: unknown, depth: number): Record<string, unknown> {
  const counterpart = typeof other === "object" && other !== null ? (other as Record<string, unknown>) : undefined;
  const source = value as Record<string, unknown>;
  const names = Object.keys(source);
  const differs = (name: string): boolean =>
    !counterpart || !Object.hasOwn(counterpart, name) || stable(source[name]) !== stable(counterpart[name]);
  // Members that differ come first when not all can be shown.
  const order = names.length > maxMembers ? [...names].sort((a, b) => Number(differs(b)) - Number(differs(a))) : names;
  const entries = order
    .slice(0, maxMembers)
    .map((name): [string, unknown] => [
      cutText(name, maxTextLength),
      bound(source[name], counterpart && Object.hasOwn(counterpart, name) ? counterpart[name] : undefined, depth + 1),
    ]);
  if (names.length > maxMembers) entries.push(["«left out»", `${names.length - maxMembers} more members`]);
  return Object.fromEntries(entries);
}

function firstDifference(a: ArrayLike<unknown>, b: ArrayLike<unknown>): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index++) if (a[index] !== b[index]) return index;
  return length;
}

function stable(value: unknown): string {
  return JSON.stringify(value) ?? String(value);
}
