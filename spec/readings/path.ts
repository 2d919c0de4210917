/** Paths into JSON values. `*` stands for every element of an array, `{*}` for every member of an object. */
import { isJsonObject, type Json } from "../json.ts";
import type { JsonPath } from "../vocabulary/profile.ts";

export interface Place {
  /** The concrete members and indexes. */
  readonly path: readonly string[];
  readonly value: Json;
  /** The key under which the last `{*}` was matched. */
  readonly key?: string;
}

/** True for a step that leads to more than one place. */
export function isWildcard(step: string): boolean {
  return step === "*" || step === "{*}";
}

/** Every place that the path leads to, in document order. */
export function placesAt(container: Json | undefined, path: JsonPath): readonly Place[] {
  if (container === undefined) return [];
  let places: readonly Place[] = [{ path: [], value: container }];
  for (const step of path) {
    places = places.flatMap((place) => children(place, step));
  }
  return places;
}

function children(place: Place, step: string): Place[] {
  const { value } = place;
  if (step === "*") {
    return Array.isArray(value)
      ? value.map((element: Json, index) => ({ ...place, path: [...place.path, String(index)], value: element }))
      : [];
  }
  if (step === "{*}") {
    return isJsonObject(value)
      ? Object.keys(value).map((key) => ({ path: [...place.path, key], value: value[key] as Json, key }))
      : [];
  }
  if (Array.isArray(value)) {
    const element = value[Number(step)] as Json | undefined;
    return element === undefined ? [] : [{ ...place, path: [...place.path, step], value: element }];
  }
  if (isJsonObject(value) && Object.hasOwn(value, step)) {
    return [{ ...place, path: [...place.path, step], value: value[step] as Json }];
  }
  return [];
}

/** The values that the path leads to. */
export function valuesAt(container: Json | undefined, path: JsonPath): readonly Json[] {
  if (container === undefined) return [];
  let values: readonly Json[] = [container];
  for (const step of path) values = values.flatMap((value) => membersAt(value, step));
  return values;
}

/** The number to which the path leads first. */
export function numberAt(container: Json | undefined, path: JsonPath): number | undefined {
  const [value] = valuesAt(container, path);
  return typeof value === "number" ? value : undefined;
}

function membersAt(value: Json, step: string): readonly Json[] {
  if (Array.isArray(value)) {
    if (step === "*") return value as readonly Json[];
    const element = value[Number(step)] as Json | undefined;
    return element === undefined ? [] : [element];
  }
  if (!isJsonObject(value) || step === "*") return [];
  if (step === "{*}") return Object.values(value);
  return Object.hasOwn(value, step) ? [value[step] as Json] : [];
}

/** Every place in a document, the root first, bounded to `limit` places. */
export function* everyPlace(container: Json, limit = 20_000, { intoLists = true } = {}): Generator<Place> {
  const pending: Place[] = [{ path: [], value: container }];
  let count = 0;
  for (let place = pending.pop(); place && count < limit; place = pending.pop()) {
    count++;
    yield place;
    const { value, path } = place;
    if (Array.isArray(value)) {
      for (let index = intoLists ? value.length - 1 : -1; index >= 0; index--) {
        pending.push({ path: [...path, String(index)], value: value[index] as Json });
      }
    } else if (isJsonObject(value)) {
      for (const key of Object.keys(value).reverse()) {
        pending.push({ path: [...path, key], value: value[key] as Json, key });
      }
    }
  }
}

/** A copy without the places that any of the paths leads to. */
export function without(container: Json, paths: readonly JsonPath[]): Json {
  const below = paths.filter(({ length }) => length > 0);
  return below.length === 0 ? container : drop(container, below, 0);
}

/** All paths at once, as there may be hundreds of them. */
function drop(value: Json, paths: readonly JsonPath[], depth: number): Json {
  if (!isJsonObject(value) && !Array.isArray(value)) return value;
  const byStep = Map.groupBy(paths, (path) => path[depth]);
  const any = byStep.get(Array.isArray(value) ? "*" : "{*}") ?? [];
  const along = (step: string): readonly JsonPath[] => {
    const named = byStep.get(step);
    return named === undefined ? any : [...any, ...named];
  };
  if (Array.isArray(value)) {
    return value.map((element: Json, index) => {
      const further = along(String(index)).filter(({ length }) => length > depth + 1);
      return further.length === 0 ? element : drop(element, further, depth + 1);
    });
  }
  const entries = Object.entries(value).flatMap(([key, member]): [string, Json][] => {
    const further = along(key);
    if (further.some(({ length }) => length === depth + 1)) return [];
    return [[key, further.length === 0 ? member : drop(member, further, depth + 1)]];
  });
  return Object.fromEntries(entries);
}
