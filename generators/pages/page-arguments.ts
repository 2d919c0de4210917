import fc from "fast-check";
import type { PageArguments } from "../../spec/vocabulary/script.ts";

/** Page arguments, with what is unusual in them. */
export interface GeneratedPage {
  readonly page: PageArguments;
  readonly traits: readonly string[];
}

const unusual = (trait: string, page: PageArguments): GeneratedPage => ({ page, traits: [`page.${trait}`] });

/** Arguments that a target may refuse; none may break it. `cursor` is a reference such as `$page.endCursor`. */
export function oddPages(cursor: string): readonly GeneratedPage[] {
  return [
    unusual("zero", { first: 0 }),
    unusual("zero", { last: 0 }),
    unusual("negative", { first: -1 }),
    unusual("negative", { last: -3 }),
    unusual("huge", { first: 1_000_000 }),
    unusual("huge", { last: 1_000_000 }),
    unusual("beyond-int", { first: 9_007_199_254_740_991 }),
    unusual("fraction", { first: 1.5 }),
    unusual("text", { first: "2" }),
    unusual("text", { first: "two" }),
    unusual("null", { first: null }),
    unusual("boolean", { last: true }),
    unusual("array", { first: [1] }),
    unusual("cursor-unknown", { first: 2, after: "bm8tc3VjaC1jdXJzb3I=" }),
    unusual("cursor-unknown", { last: 2, before: "no such cursor" }),
    unusual("cursor-empty", { first: 2, after: "" }),
    unusual("cursor-number", { first: 2, after: 1 }),
    unusual("first-last", { first: 2, last: 2 }),
    unusual("first-before", { first: 2, before: cursor }),
    unusual("last-after", { last: 2, after: cursor }),
    // More than there are behind the cursor.
    unusual("last-after", { last: 9, after: cursor }),
    unusual("after-before", { after: cursor, before: cursor }),
    unusual("after-alone", { after: cursor }),
    unusual("before-alone", { before: cursor }),
  ];
}

/** Plain page arguments for a trace of about `links` links, without cursors. Shrinks towards none. */
export function pageArbitrary(links: number): fc.Arbitrary<PageArguments> {
  const size = fc.integer({ min: 1, max: Math.max(1, links) + 2 });
  return fc.oneof(
    fc.constant({}),
    size.map((first) => ({ first })),
    size.map((last) => ({ last })),
  );
}
