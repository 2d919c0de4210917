import fc from "fast-check";
import type { WalkStep } from "../../spec/vocabulary/script.ts";

export type WalkShape = Pick<WalkStep, "size" | "direction">;

/** How many pages a walk over `links` links takes. */
export function pagesOfWalk(links: number, size: number): number {
  return Math.max(1, Math.ceil(links / size));
}

/** Walks of every size from 1 to one past the total, in both directions. */
export function walksOfEverySize(links: number): readonly WalkShape[] {
  const sizes = Array.from({ length: links + 1 }, (_, index) => index + 1);
  return sizes.flatMap((size): readonly WalkShape[] => [
    { size, direction: "forward" },
    { size, direction: "backward" },
  ]);
}

/** The walks that tell most: one by one, two, uneven, one short of all, all, one past all. */
export function tellingWalks(links: number): readonly WalkShape[] {
  const sizes = new Set([5, links - 1, links, links + 1].filter((size) => size > 0));
  return walksOfEverySize(links).filter(({ size }) => sizes.has(size));
}

/** A walk of a small size. Shrinks towards a forward walk of pages of one link. */
export function walkArbitrary(links: number): fc.Arbitrary<WalkShape> {
  return fc.record({
    size: fc.integer({ min: 1, max: Math.max(1, links) + 1 }),
    direction: fc.constantFrom("forward", "backward"),
  });
}
