/**
 * Repeats on one trace what came once on each: much goes wrong only then. Where no rule tells what may come, only a
 * sequence that was accepted shows how an action is repeated.
 */
import { keysOf, type Way } from "../../../spec/readings/process.ts";
import type { SeenTrace } from "./deciding.ts";
import { begunAgain, type Goer, waysWithChoices } from "./gone-again.ts";
import { shortestTo } from "./shorter-ways.ts";

/** At most so many traces, each to an action that at most so many actions led to, and so many requests. */
const [maxTraces, longest, maxRequests] = [5, 10, 90];
/** An action is repeated up to so often, on a trace of at most so many actions. */
const [often, longestOfAll] = [4, 16];
/** An action that came so often on one trace need not be repeated. */
const enough = 3;
/** At most so many traces and requests for actions before one that leads back, which no round had so far. */
const [maxAround, maxRequestsAround] = [3, 70];

/** Repeats the ways to actions that came seldom. */
export async function goSecondRounds(explorer: Goer, traces: readonly SeenTrace[]): Promise<void> {
  const ways = waysWithChoices(explorer, traces);
  const keys = [...new Set(ways.flatMap(keysOf))];
  const mostOf = (key: string): number => Math.max(...ways.map((way) => timesOn(keysOf(way), key)));
  const done = new Set(keys.filter((key) => mostOf(key) >= enough));
  // Actions that came once come first, the longest ways first: repeating those repeats much of the rest as well.
  const open = keys
    .filter((key) => !done.has(key))
    .map((key) => ({ way: shortestTo(key, ways), most: mostOf(key) }))
    .filter(({ way }) => way.length > 1 && way.length <= longest)
    .toSorted((one, other) => one.most - other.most || other.way.length - one.way.length)
    .map(({ way }) => way);
  explorer.stage = "again";
  const most = explorer.requests + maxRequests;
  let built = 0;
  const rounds: (readonly string[])[] = [];
  for (const way of open) {
    if (done.has(way.at(-1)?.key ?? "")) continue;
    if (built === maxTraces || explorer.requests >= most) break;
    built += 1;
    const round = await goneAgain(explorer, way);
    for (const key of comingTwice(round)) done.add(key);
    rounds.push(round);
  }
  await goAround(explorer, ways, rounds);
  explorer.stage = "first";
}

/**
 * Brings in actions that came in no round yet, just before the action that leads back, so that the next round may have
 * them.
 */
async function goAround(explorer: Goer, ways: readonly Way[], rounds: readonly (readonly string[])[]): Promise<void> {
  const most = explorer.requests + maxRequestsAround;
  const round = rounds.find((keys) => leadingBack(keys) !== undefined) ?? [];
  const back = leadingBack(round);
  if (back === undefined) return;
  const missed = [...new Set(ways.flatMap(keysOf))].filter((key) => !round.includes(key));
  const through = missed.map((key) => shortestTo(key, ways)).filter((way) => way.length > 1 && way.length < longest);
  for (const way of through.toSorted((one, other) => other.length - one.length).slice(0, maxAround))
    if (explorer.requests < most) await goneAgain(explorer, [...way, { key: back }]);
}

/** The action that leads back: after it came only actions that had come before it, and not just itself. */
const leadingBack = (keys: readonly string[]): string | undefined =>
  keys.find((key, at) => {
    const [before, after] = [keys.slice(0, at + 1), keys.slice(at + 1)];
    return after.some((one) => one !== key) && after.every((one) => before.includes(one));
  });

const comingTwice = (keys: readonly string[]): readonly string[] => keys.filter((key, at) => keys.indexOf(key) < at);

/**
 * Repeats the way, then the shortest end of it whose first action is accepted, again and again. Returns the keys that
 * were accepted.
 */
async function goneAgain(explorer: Goer, [first, ...rest]: Way): Promise<readonly string[]> {
  const going = first && (await begunAgain(explorer, first));
  if (!going) return [];
  for (const step of rest) if (!(await going.isTaken(step))) return going.done;
  // Actions on the way may be refused in another round; the last one must come.
  const comesAgain = async (steps: Way): Promise<boolean> => {
    const before = going.done.length;
    for (const step of steps) await going.isTaken(step);
    return going.done.length > before && going.done.at(-1) === rest.at(-1)?.key;
  };
  for (let from = rest.length - 1; from >= 0; from -= 1) {
    const [next, ...others] = rest.slice(from);
    if (!next || !(await going.isTaken(next))) continue;
    let isGoingOn = others.length === 0 || (await comesAgain(others));
    // The round may require actions from further back.
    if (!isGoingOn) continue;
    while (isGoingOn && timesOn(going.done, next.key) < often && going.done.length + others.length < longestOfAll)
      isGoingOn = await comesAgain([next, ...others]);
    return going.done;
  }
  return going.done;
}

const timesOn = (keys: readonly string[], key: string): number => keys.filter((one) => one === key).length;
