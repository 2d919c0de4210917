/** What refused actions made of a trace that shows only once something else was done: told from what its twins show. */
import { sameJson } from "../../../spec/readings/equal.ts";
import { everyPlace } from "../../../spec/readings/path.ts";
import type { Json } from "../../../spec/json.ts";
import { isUuid } from "../../support/uuid.ts";

/** A place, and what stands there in any order. */
export interface OtherwiseAt {
  readonly place: string;
  readonly expected: readonly Json[];
  readonly actual: readonly Json[];
}

/**
 * The first place where two documents agree and the one between them in time does not. Clocks and counters of all traces do
 * not go back: what they show alike before and after they show in between.
 * @param seconds how long it took to build the longest; numbers may show how long something took
 */
export function otherwiseBetween(
  [before, between, after]: readonly [Json, Json, Json],
  seconds: number,
): OtherwiseAt | undefined {
  const [one, middle, other] = [before, between, after].map(valuesByPlace);
  if (!one || !middle || !other) return undefined;
  for (const place of new Set([...one.keys(), ...middle.keys(), ...other.keys()])) {
    const [expected, actual, again] = [one, middle, other].map((values) => values.get(place) ?? []);
    if (!expected || !actual || !sameJson(expected, again ?? [])) continue;
    if (!sameJson(expected, actual) && !isTime(expected, actual, seconds)) return { place, expected, actual };
  }
  return undefined;
}

/** A name of so many characters is an id or a digest. */
const longest = 24;

/** Ids, and numbers in names, are each trace's own. */
function nameOfStep(step: string): string {
  const isId: boolean = step.length >= longest || isUuid(step);
  return isId ? "#" : step.replaceAll(/\d+/g, "#");
}

function valuesByPlace(shown: Json): ReadonlyMap<string, readonly Json[]> {
  const scalars = [...everyPlace(shown)].filter(({ value }) => value === null || typeof value !== "object");
  const placed = Map.groupBy(scalars, ({ path }) => path.map(nameOfStep).join("."));
  const sorted = (values: readonly Json[]) =>
    values.toSorted((one, other) => JSON.stringify(one).localeCompare(JSON.stringify(other)));
  return new Map([...placed].map(([place, all]) => [place, sorted(all.map(({ value }) => value))]));
}

/** True for numbers that are apart by no more than the time it took. */
function isTime(expected: readonly Json[], actual: readonly Json[], seconds: number): boolean {
  return (
    expected.length === actual.length &&
    expected.every((value, at) => {
      const other = actual[at] ?? null;
      if (typeof value !== "number" || typeof other !== "number") return sameJson(value, other);
      return Math.abs(value - other) <= Math.ceil(seconds);
    })
  );
}
