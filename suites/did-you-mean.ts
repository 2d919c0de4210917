/** Says what a mistyped word probably meant. */
import { nearest } from "../driver/index.ts";

/** ` Did you mean "x"?` with a leading space, or the empty string where nothing known is near. */
export function didYouMean(word: string, known: Iterable<string>): string {
  const found = nearest(word, [...known]);
  return found === undefined ? "" : ` Did you mean "${found}"?`;
}
