import fc from "fast-check";

/** A seed that follows from texts and numbers; the same parts give the same seed (FNV-1a, 31 bits). */
export function seedFrom(...parts: readonly (string | number)[]): number {
  let hash = 0x811c9dc5;
  for (const character of parts.join("\u0001")) {
    hash ^= character.codePointAt(0) ?? 0;
    hash = Math.imul(hash, 0x01000193);
  }
  return hash >>> 1;
}

/** `count` values of an arbitrary that follow from the seed alone. */
export function sampled<T>(
  arbitrary: fc.Arbitrary<T>,
  options: { readonly seed: number; readonly count: number },
): T[] {
  return fc.sample(arbitrary, { seed: options.seed, numRuns: options.count });
}
