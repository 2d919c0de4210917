/** How far the numbers of examples may be varied, where they hang together: one is below the other, or follows from others. */

export interface NumberRange {
  readonly minimum: number;
  readonly maximum: number;
}

/** The numbers of one member, in the order of the examples; undefined where an example leaves it out. */
export type Column = readonly (number | undefined)[];

/**
 * Between which numbers each member may lie: those of the examples, or less where one is below another in each of them, such
 * as a start below an end. Undefined for one that equals another in each, or is the sum or the product of two others: it stays
 * as it stands in an example.
 */
export function rangesOf(columns: readonly Column[]): readonly (NumberRange | undefined)[] {
  const bound = new Set(columns.flatMap((_, at) => (isVaried(columns[at]) ? followingFrom(columns, at) : [])));
  const ranges = columns.map((column): NumberRange => {
    const values = numbersOf(column);
    return { minimum: Math.min(...values), maximum: Math.max(...values) };
  });
  for (const [low, lower] of columns.entries())
    for (const [high, higher] of columns.entries()) {
      if (low === high || bound.has(low) || bound.has(high) || !isBelow(lower, higher)) continue;
      const apart = heldApart(ranges[low], ranges[high]);
      if (apart) [ranges[low], ranges[high]] = apart;
      else [low, high].forEach((at) => bound.add(at));
    }
  return ranges.map((range, at) => (bound.has(at) ? undefined : range));
}

const numbersOf = (column: Column): readonly number[] => column.filter((value) => value !== undefined);
const isVaried = (column: Column = []): boolean => new Set(numbersOf(column)).size > 1;

/** So many examples must have members together before they are believed to hang together. */
const enough = 2;

/** The place of a member and those that it equals or follows from in each example; none where it follows from nothing. */
function followingFrom(columns: readonly Column[], at: number): readonly number[] {
  const others = columns.flatMap((column, place) => (place !== at && isVaried(column) ? [place] : []));
  const holds = (parts: readonly number[], made: (...values: number[]) => number): boolean => {
    const rows = (columns[at] ?? []).flatMap((value, row) => {
      const values = parts.map((place) => columns[place]?.[row]);
      return value === undefined || values.includes(undefined) ? [] : [[value, made(...(values as number[]))] as const];
    });
    const isVariedThere = new Set(rows.map(([value]) => value)).size > 1;
    return rows.length >= enough && isVariedThere && rows.every(([value, expected]) => isAlmost(value, expected));
  };
  const pairs = others.flatMap((one) => others.filter((other) => other > one).map((other) => [one, other]));
  const alone = others.filter((one) => holds([one], (value) => value));
  const ofTwo = pairs.filter(
    (pair) => holds(pair, (one, other) => one + other) || holds(pair, (one, other) => one * other),
  );
  const found = [...alone, ...ofTwo.flat()];
  return found.length > 0 ? [at, ...found] : [];
}

/** As near as amounts that were rounded to cents. */
const isAlmost = (value: number, expected: number): boolean => Math.abs(value - expected) < 0.005;

/** True where one is below the other, or as high, in each example that has both, and below in one at least. */
function isBelow(lower: Column, higher: Column): boolean {
  const rows = lower.flatMap((low, row) => {
    const high = higher[row];
    return low === undefined || high === undefined ? [] : [[low, high] as const];
  });
  return rows.length >= enough && rows.every(([low, high]) => low <= high) && rows.some(([low, high]) => low < high);
}

/** The two ranges cut in the middle of what they share; undefined where that leaves nothing of one. */
function heldApart(
  lower: NumberRange | undefined,
  higher: NumberRange | undefined,
): readonly [NumberRange, NumberRange] | undefined {
  if (!lower || !higher) return undefined;
  if (lower.maximum < higher.minimum) return [lower, higher];
  const cut = Math.floor((lower.maximum + higher.minimum) / 2);
  const apart = [
    { ...lower, maximum: cut },
    { ...higher, minimum: cut + 1 },
  ] as const;
  return apart.every(({ minimum, maximum }) => minimum <= maximum) ? apart : undefined;
}
