/** Finds which actions come once, and are refused when repeated at once. */
import type { Observation } from "../observations.ts";

/** At most so many are told. */
const mostTold = 7;

/**
 * For each such action the shortest sequence that ends with it. Actions that were never repeated at once come first:
 * for others the refusal may have been about their data.
 */
export function comingOnce(observations: readonly Observation[]): readonly (readonly string[])[] {
  const refused = new Set(observations.filter(({ allowed }) => !allowed).map(placeOf));
  const allowed = observations.filter((one) => one.allowed);
  const taken = new Set(allowed.map(placeOf));
  const again = new Set(allowed.flatMap(({ done, key }) => (done.at(-1) === key ? [key] : [])));
  const found = new Map<string, readonly string[]>();
  for (const { done, key } of allowed) {
    const path = [...done, key];
    const place = placeOf({ done: path, key });
    const known = found.get(key);
    if (!refused.has(place) || taken.has(place) || (known && known.length <= path.length)) continue;
    found.set(key, path);
  }
  const paths = [...found].toSorted(
    ([one, path], [other, otherPath]) =>
      Number(again.has(one)) - Number(again.has(other)) || path.length - otherPath.length,
  );
  return paths.slice(0, mostTold).map(([, path]) => path);
}

const placeOf = ({ done, key }: Pick<Observation, "done" | "key">): string => JSON.stringify([done, key]);
