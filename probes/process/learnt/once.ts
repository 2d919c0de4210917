/** Which actions were seen to come once, and not at once again. */
import type { Observation } from "../observations.ts";

/** However many actions are so: so many are told. */
const mostTold = 7;

/**
 * The shortest sequence for each such action, which it ends: those actions first that never were allowed again at once, for
 * what was refused once may have been refused for its data.
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
