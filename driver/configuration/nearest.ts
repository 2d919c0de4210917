/** Finds what a mistyped key or name probably meant. */

/** The word nearest to `word` by edit distance, ignoring case, of those the one that begins most alike; undefined where more than a third would have to change. */
export function nearest(word: string, known: Iterable<string>): string | undefined {
  const wanted = word.toLowerCase();
  let best: { readonly word: string; readonly distance: number; readonly alike: number } | undefined;
  for (const candidate of known) {
    const distance = editDistance(wanted, candidate.toLowerCase());
    const bound = Math.max(1, Math.ceil(Math.max(wanted.length, candidate.length) / 3));
    if (distance > bound) continue;
    const alike = sharedBeginning(wanted, candidate.toLowerCase());
    if (!best || distance < best.distance || (distance === best.distance && alike > best.alike))
      best = { word: candidate, distance, alike };
  }
  return best?.word;
}

function sharedBeginning(left: string, right: string): number {
  let length = 0;
  while (length < left.length && left[length] === right[length]) length++;
  return length;
}

/** Letters to insert, delete, replace, or swap with their neighbour (Damerau and Levenshtein). */
function editDistance(left: string, right: string): number {
  let before: readonly number[] = [];
  let row: readonly number[] = Array.from({ length: right.length + 1 }, (_, at) => at);
  for (let at = 1; at <= left.length; at++) {
    const next = [at];
    for (let to = 1; to <= right.length; to++) {
      const replaced = (row[to - 1] ?? 0) + (left[at - 1] === right[to - 1] ? 0 : 1);
      const swapped =
        left[at - 1] === right[to - 2] && left[at - 2] === right[to - 1] ? (before[to - 2] ?? Infinity) + 1 : Infinity;
      next.push(Math.min(replaced, swapped, (row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1));
    }
    before = row;
    row = next;
  }
  return row[right.length] ?? 0;
}
