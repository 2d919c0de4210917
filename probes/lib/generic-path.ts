/** From places in one document to a path that leads to the same place in every document of its kind. */
import type { JsonPath } from "../../spec/vocabulary/profile.ts";

const idLike =
  /^(?:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{24,128}|.*[:=].*[0-9a-f]{24,128})$/i;

/**
 * The path with `*` for indexes of arrays, and `{*}` for keys that name something of one document only: a file, an
 * action, an id.
 */
export function genericPath(
  path: JsonPath,
  isArrayStep: (depth: number) => boolean,
  names: ReadonlySet<string>,
): JsonPath {
  return path.map((step, depth) => {
    if (isArrayStep(depth)) return "*";
    return names.has(step) || idLike.test(step) ? "{*}" : step;
  });
}

/** One text per path, to group by. */
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
