/** From places in one document to a path that leads to the same place in every document of its kind. */
import type { JsonPath } from "../../spec/vocabulary/profile.ts";

const id = /^(?:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{24,128})$/i;
/** What follows a scheme, such as `sha256:`, ends in so many hexadecimal digits. */
const endOfId = /^[0-9a-f]{24}$/i;

/** True for an id by its looks, also where a scheme or the name of an algorithm leads it. */
function isIdLike(key: string): boolean {
  return id.test(key) || (endOfId.test(key.slice(-24)) && /[:=]/.test(key.slice(0, -24)));
}

/** A number in front of a name, or behind it, by which several of a name are told apart: `0/report`, `report-2`. */
const numberBefore = /^\d{1,6}[^\p{L}\p{N}]/u;
const numberAfter = /[^\p{L}\p{N}]\d{1,6}$/u;

/** The key, or `{*}` where it names something of one document only: a file, an action, an id. */
export function genericKey(key: string, names: ReadonlySet<string>): string {
  const isName = [key, key.replace(numberBefore, ""), key.replace(numberAfter, "")].some((name) => names.has(name));
  return isName || isIdLike(key) ? "{*}" : key;
}

/** The path as a text, for grouping. */
export function pathKey(path: JsonPath): string {
  return JSON.stringify(path);
}

/**
 * One path for several that differ in one step only, with `{*}` there; undefined when they differ otherwise. Such paths
 * come from an object that is keyed by something that was not recognised as a name.
 */
export function unitedPath(paths: readonly JsonPath[]): JsonPath | undefined {
  const [first, ...rest] = paths;
  if (!first || rest.some((path) => path.length !== first.length)) return undefined;
  const differing = first.flatMap((step, depth) => (rest.every((path) => path[depth] === step) ? [] : [depth]));
  const [depth] = differing;
  if (depth === undefined) return first;
  return differing.length === 1 ? first.map((step, index) => (index === depth ? "{*}" : step)) : undefined;
}
