/**
 * What was first taken when the walks were over, as by a second user of a group, may lead to more: its way is gone again, and
 * on from there. So is a way to a state that lists what was never taken: no request may have been left for it.
 */
import type { Way } from "../../../spec/readings/process.ts";
import { neverTaken, takenOn, type SeenTrace } from "./deciding.ts";
import { begunAgain, type Goer, takeAsTheyMay, waysWithChoices } from "./gone-again.ts";
import { shortestTo } from "./shorter-ways.ts";

/** So many such ways are gone on, and so many requests are sent. */
const [maxWays, maxRequests] = [2, 90];

/**
 * Goes on behind each action that was not taken before, and where one is listed that never was, until none is left that was
 * never taken.
 * @param before what was taken @param traces with what their states listed, where they list what may come next
 */
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
    const left = neverTaken(seen, workflow);
    const way = wayToNew(seen, waysWithChoices(explorer, seen), gone, left);
    if (way.length === 0 || left.length === 0) break;
    for (const { key } of way) gone.add(key);
    explorer.stage = "again";
    const [first, ...rest] = way;
    const going = first && (await begunAgain(explorer, first));
    if (!going) continue;
    for (const step of rest) if (!(await going.isTaken(step))) break;
    explorer.stage = "further";
    // What was never taken comes first.
    const keys = [...left, ...workflow.actions.filter(({ appends }) => appends).map(({ key }) => key)];
    const others = [...new Set(keys)].filter((key) => !going.done.includes(key));
    await takeAsTheyMay(going, others, () => explorer.requests < most);
  }
  explorer.stage = "first";
}

/** The longest way to what was first taken late, or else the shortest on which something is listed that was never taken. */
function wayToNew(
  seen: readonly SeenTrace[],
  ways: readonly Way[],
  gone: ReadonlySet<string>,
  left: readonly string[],
): Way {
  const fresh = [...takenOn(seen).difference(gone)].map((key) => shortestTo(key, ways));
  const [toFresh] = fresh.toSorted((one, other) => other.length - one.length);
  if (toFresh) return toFresh;
  const listed = seen.flatMap(({ after }, at): readonly Way[] => {
    const place = after.findIndex((next) => left.some((key) => next.get(key) === true));
    return place < 0 ? [] : [ways[at]?.slice(0, place + 1) ?? []];
  });
  return listed.toSorted((one, other) => one.length - other.length)[0] ?? [];
}
