/** Bisection: which of many items make a request be refused, by families first, then by halves, in few requests. */

interface Bisection<Item> {
  /** Asks for each group whether it is accepted. Groups of one round are asked at the same time. */
  readonly accepted: (groups: readonly (readonly Item[])[]) => Promise<readonly boolean[]>;
  /** No more groups than this are asked for; what is left untold then counts as refused. */
  readonly maxGroups: number;
}

/**
 * The items of these groups that are refused. Refused groups are halved until single items are left; when the bound is
 * reached, everything in the groups that are still open is taken to be refused.
 */
export async function bisect<Item>(
  groups: readonly (readonly Item[])[],
  { accepted, maxGroups }: Bisection<Item>,
): Promise<readonly Item[]> {
  let asked = 0;
  const found: Item[] = [];
  let open = groups.filter((group) => group.length > 0);
  while (open.length > 0) {
    const round = open.slice(0, Math.max(0, maxGroups - asked));
    if (round.length === 0) return [...found, ...open.flat()];
    asked += round.length;
    const outcomes = await accepted(round);
    const refused = round.filter((_, index) => outcomes[index] === false);
    found.push(...refused.filter((group) => group.length === 1).flat());
    open = [...open.slice(round.length), ...refused.filter((group) => group.length > 1).flatMap(halves)];
  }
  return found;
}

function halves<Item>(group: readonly Item[]): readonly (readonly Item[])[] {
  const middle = Math.ceil(group.length / 2);
  return [group.slice(0, middle), group.slice(middle)];
}

/** The items by the first pattern that fits their name, in the order of the patterns; those that fit none come first. */
export function families<Item>(
  items: readonly Item[],
  patterns: readonly RegExp[],
  nameOf: (item: Item) => string,
): readonly (readonly Item[])[] {
  const groups = Map.groupBy(items, (item) => patterns.findIndex((pattern) => pattern.test(nameOf(item))));
  return [...groups].toSorted(([left], [right]) => left - right).map(([, group]) => group);
}
