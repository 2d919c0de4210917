/**
 * Goes on after actions that were first accepted when the walks were over, e.g. sent by a second user of a group, as
 * they may lead to more. Also goes on where a state lists an action that was never accepted, for which no request may
 * have been left.
 */
import type { Way } from "../../../spec/readings/process.ts";
import { neverTaken, takenOn, type SeenTrace } from "./deciding.ts";
import { begunAgain, type Goer, takeAsTheyMay, waysWithChoices } from "./gone-again.ts";
import { shortestTo } from "./shorter-ways.ts";

/** At most so many ways, and so many requests. */
const [maxWays, maxRequests] = [2, 90];

/**
 * Repeats the way to each such place and tries all actions there, until every action was accepted.
 * @param before keys that were accepted before
 * @param traces with the lists of their states, where they have some
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
    // Actions that were never accepted come first.
    const keys = [...left, ...workflow.actions.filter(({ appends }) => appends).map(({ key }) => key)];
    const others = [...new Set(keys)].filter((key) => !going.done.includes(key));
    await takeAsTheyMay(going, others, () => explorer.requests < most);
  }
  explorer.stage = "first";
}

/**
 * The longest way to an action that was first accepted late; else the shortest to a state that lists an action never
 * accepted.
 */
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
