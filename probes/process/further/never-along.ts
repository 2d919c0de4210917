/**
 * Tries actions that were never accepted after each action of the longest ways: they may come only after several
 * rounds, or so late that no walk tried them there.
 */
import { keysOf, type Way } from "../../../spec/readings/process.ts";
import { neverTaken, type SeenTrace } from "./deciding.ts";
import { begunAgain, type Goer, waysWithChoices } from "./gone-again.ts";

/** No repeated way is longer. */
const longest = 12;
/** At most so many actions that were never accepted. */
const maxNever = 4;

export async function tryNeverAlong(explorer: Goer, traces: readonly SeenTrace[]): Promise<void> {
  const never = neverTaken(traces, explorer.known.workflow);
  if (never.length === 0) return;
  explorer.stage = "again";
  const ways = waysAlong(waysWithChoices(explorer, traces));
  let left: readonly string[] = never.slice(0, maxNever);
  for (const way of ways)
    for (let isNew = true; isNew && left.length > 0;) {
      const taken = await goAlong(explorer, way, left);
      // What was accepted may block the others, so those are tried again without it.
      [left, isNew] = [left.filter((key) => !taken.includes(key)), taken.some((key) => left.includes(key))];
    }
  explorer.stage = "first";
}

/** Two ways: the one with most repetitions, with one more round, and the one with most different actions. */
export function waysAlong(ways: readonly Way[]): readonly Way[] {
  const goOn = new Set(ways.flatMap((way) => keysOf(way.slice(0, -1))));
  // An action after which nothing ever came may end the trace, so it is cut off.
  const open = ways.map((way) => (goOn.has(way.at(-1)?.key ?? "") ? way : way.slice(0, -1)));
  const distinct = eachOnce(open);
  const repeats = (way: Way): number => way.filter((_, at) => comesRound(keysOf(way), at)).length;
  const [roundest = []] = distinct.toSorted((one, other) => repeats(other) - repeats(one) || other.length - one.length);
  const [widest = []] = distinct.toSorted((one, other) => new Set(keysOf(other)).size - new Set(keysOf(one)).size);
  return eachOnce([withOneMoreRound(roundest), widest].map((way) => way.slice(0, longest)));
}

/** One way for each sequence of actions; creations alone are left out. */
const eachOnce = (ways: readonly Way[]): readonly Way[] =>
  [...new Map(ways.map((way) => [JSON.stringify(keysOf(way)), way])).values()].filter(({ length }) => length > 1);

/** True where the action at this place came before, with another one in between. */
function comesRound(way: readonly string[], at: number): boolean {
  return way[at] !== way[at - 1] && way.indexOf(way[at] ?? "") < at;
}

/** The way to the end of its first round, and the same round again, with any data. */
function withOneMoreRound(way: Way): Way {
  const keys = keysOf(way);
  const end = keys.findIndex((_, at) => comesRound(keys, at));
  if (end < 0) return way;
  const round = keys.slice(keys.indexOf(keys[end] ?? "") + 1, end + 1);
  return [...way.slice(0, end + 1), ...round.map((key) => ({ key }))];
}

/**
 * Repeats the way as far as it is accepted, then repeats its actions once more; after each action, those that were
 * never accepted are tried. Returns the keys that were accepted.
 */
async function goAlong(explorer: Goer, [first, ...rest]: Way, never: readonly string[]): Promise<readonly string[]> {
  const going = first && (await begunAgain(explorer, first));
  if (!going) return [];
  const { done, isTaken } = going;
  const tryNever = async (): Promise<void> => {
    // An action that was never accepted may require data that no refusal named so far.
    explorer.stage = "further";
    const open = (): readonly string[] => never.filter((one) => !done.includes(one));
    for (let left = open(); left.length > 0;) {
      const [next = "", ...others] = left;
      left = (await isTaken({ key: next })) ? open() : others;
    }
    explorer.stage = "again";
  };
  for (const step of rest) {
    if (!(await isTaken(step))) return done;
    await tryNever();
  }
  for (const key of new Set(keysOf(rest))) if (done.length <= longest && (await isTaken({ key }))) await tryNever();
  return done;
}
