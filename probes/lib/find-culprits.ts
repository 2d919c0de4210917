/** Which of many things make a request be refused: by halves, in few requests. */

/** One thing that is tried, with the things that cannot be tried without it. */
export interface CulpritSearch<Item> {
  /** Asks for each group whether it is accepted. Groups of one round are asked at the same time. */
  readonly accepted: (groups: readonly (readonly Item[])[]) => Promise<readonly boolean[]>;
  /** No more groups than this are asked for; what is left untold then counts as refused. */
  readonly maxGroups: number;
}

/**
 * The items that are refused, given that all of them together are. Groups are halved until single items are left; when
 * the bound is reached, everything in the groups that are still open is taken to be refused.
 */
export async function findCulprits<Item>(
  items: readonly Item[],
  suspects: (item: Item) => boolean,
  { accepted, maxGroups }: CulpritSearch<Item>,
): Promise<readonly Item[]> {
  let asked = 0;
  const culprits: Item[] = [];
  // Suspects stand apart from the start, so that one group usually clears most of the others.
  const [likely, unlikely] = [items.filter(suspects), items.filter((item) => !suspects(item))];
  let open = [unlikely, ...halves(likely)].filter((group) => group.length > 0);
  while (open.length > 0) {
    const round = open.slice(0, Math.max(0, maxGroups - asked));
    if (round.length === 0) return [...culprits, ...open.flat()];
    asked += round.length;
    const outcomes = await accepted(round);
    const refused = round.filter((_, index) => outcomes[index] === false);
    culprits.push(...refused.filter((group) => group.length === 1).flat());
    open = [...open.slice(round.length), ...refused.filter((group) => group.length > 1).flatMap(halves)];
  }
  return culprits;
}

function halves<Item>(group: readonly Item[]): readonly (readonly Item[])[] {
  const middle = Math.ceil(group.length / 2);
  return [group.slice(0, middle), group.slice(middle)].filter((half) => half.length > 0);
}
