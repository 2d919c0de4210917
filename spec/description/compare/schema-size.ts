/** How much a schema holds: a validator calls what it refers to each time, so what doubles with each level would never end. */

/** More are not validated by. */
export const maxSchemaValues = 50_000;
const maxDepth = 500;

/**
 * Counts values, with what is referred to counted wherever it is; what holds itself is counted once.
 * @param valueOf tells parts apart; @param partsOf what stands in a part, or what it refers to
 */
export function sizesBy<Part>(
  valueOf: (part: Part) => unknown,
  partsOf: (part: Part) => readonly Part[],
): (part: Part) => number {
  const sizes = new Map<unknown, number>();
  const sizeOf = (part: Part, depth: number): number => {
    const value = valueOf(part);
    if (typeof value !== "object" || value === null) return 0;
    if (depth > maxDepth) return Number.MAX_SAFE_INTEGER;
    const known = sizes.get(value);
    if (known !== undefined) return known;
    sizes.set(value, 1);
    const size = partsOf(part).reduce((sum, one) => Math.min(sum + sizeOf(one, depth + 1), Number.MAX_SAFE_INTEGER), 1);
    sizes.set(value, size);
    return size;
  };
  return (part) => sizeOf(part, 0);
}
