/**
 * What was first taken when the walks were over, as by a second user of a group, may lead to more: its way is gone again, and
 * on from there.
 */
import { neverTaken, type SeenTrace } from "./deciding.ts";
import { begunAgain, type Goer, waysWithChoices } from "./gone-again.ts";
import { shortestTo } from "./shorter-ways.ts";

/** So many such ways are gone on, and so many requests are sent. */
const [maxWays, maxRequests] = [2, 90];

export const takenOn = (traces: readonly SeenTrace[]): ReadonlySet<string> =>
  new Set(traces.flatMap(({ steps }) => steps.map(({ key }) => key)));

/** Goes on behind each action that was not taken before, until none is left that was never taken. @param before what was */
export async function goOnFromNew(
  explorer: Goer,
  traces: () => readonly SeenTrace[],
  before: ReadonlySet<string>,
): Promise<void> {
  const { workflow } = explorer.known;
  const most = explorer.requests + maxRequests;
  const gone = new Set(before);
  for (let turn = 0; turn < maxWays; turn += 1) {
    const seen = traces();
    const fresh = [...takenOn(seen).difference(gone)];
    const left = neverTaken(seen, workflow);
    if (fresh.length === 0 || left.length === 0) return;
    const ways = waysWithChoices(explorer, seen);
    const [way = []] = fresh.map((key) => shortestTo(key, ways)).toSorted((one, other) => other.length - one.length);
    for (const { key } of way) gone.add(key);
    explorer.stage = "again";
    const [first, ...rest] = way;
    const going = first && (await begunAgain(explorer, first));
    for (const step of rest) if (going && !(await going.isTaken(step))) break;
    explorer.stage = "further";
    const others = [...new Set([...left, ...workflow.actions.filter(({ appends }) => appends).map(({ key }) => key)])];
    for (let isNew = going !== undefined; isNew && explorer.requests < most;) {
      isNew = false;
      for (const key of others)
        if (going && !going.done.includes(key) && explorer.requests < most)
          isNew = (await going.isTaken({ key })) || isNew;
    }
    explorer.stage = "first";
  }
}
