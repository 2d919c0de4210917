/** Counting observations. */

/** The distinct values with how often each was seen, the commonest first; earlier ones first among equals. */
export function tally<Value>(values: Iterable<Value>): readonly { readonly value: Value; readonly count: number }[] {
  const counts = new Map<string, { value: Value; count: number }>();
  for (const value of values) {
    const key = JSON.stringify(value);
    const entry = counts.get(key);
    if (entry) entry.count += 1;
    else counts.set(key, { value, count: 1 });
  }
  return [...counts.values()].toSorted((left, right) => right.count - left.count);
}

/** The commonest value, or undefined when there is none. */
export function commonest<Value>(values: Iterable<Value>): Value | undefined {
  return tally(values)[0]?.value;
}

/** The element with the highest score; the earlier one among equals. */
export function best<Value>(values: readonly Value[], score: (value: Value) => number): Value | undefined {
  let found: { value: Value; score: number } | undefined;
  for (const value of values) {
    const points = score(value);
    if (!found || points > found.score) found = { value, score: points };
  }
  return found?.value;
}

/** The list in pieces of at most `size`. */
export function* pieces<Value>(values: readonly Value[], size: number): Generator<readonly Value[]> {
  for (let start = 0; start < values.length; start += size) yield values.slice(start, start + size);
}
