/**
 * The action from which on a member that was sent before is shown to those it was kept from (`until`), as the opening of sealed
 * bids is, or is kept from then on (`since`), as what is made anonymous in the end is.
 */
import { isAction, traceOf } from "../../../spec/readings/actions.ts";
import { outcomeOf } from "../../../spec/readings/outcome.ts";
import { isKeptAfter, type StepsThen, type Turn } from "../../../spec/readings/kept-members.ts";
import type { Json } from "../../../spec/json.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";

export interface Shown extends StepsThen {
  readonly isKept: boolean;
}

/** For reads of traces that these exchanges wrote, what was done by then beside actions of one key: it itself decides nothing. */
export function stepsIn(
  exchanges: readonly Exchange[],
): (traceId: string, read: Exchange, action: Exchange) => StepsThen {
  const writes = Map.groupBy(
    exchanges.filter(({ intent }) => isAction(intent)),
    traceOf,
  );
  return (traceId, read, action) => {
    const [done, perhaps] = [[] as string[], [] as string[]];
    const own = keyIn(action);
    for (const write of writes.get(traceId) ?? []) {
      const { sentAtMs, receivedAtMs } = write;
      const [key, outcome] = [keyIn(write), outcomeOf(write)];
      if (typeof key !== "string" || key === own || outcome === "refused" || sentAtMs > read.receivedAtMs) continue;
      const isDone = outcome === "succeeded" && (write === read || receivedAtMs <= read.sentAtMs);
      (isDone && sentAtMs >= action.receivedAtMs ? done : perhaps).push(key);
    }
    return { done, perhaps };
  };
}

const keyIn = ({ intent }: Exchange): Json | undefined => ("actionKey" in intent ? intent.actionKey : undefined);

/**
 * Each turn that explains when a member was kept, the one first that keeps it longest: `{}` alone where it always was, none
 * where nothing explains it. Two are put together where one alone does not.
 */
export function turnsOf(sights: readonly Shown[]): readonly Turn[] {
  const [aKept, aShown] = [true, false].map((was) => sights.find(({ isKept }) => isKept === was));
  if (!aShown) return [{}];
  if (!aKept) return [];
  // What leaves everything open explains nothing.
  const explains = (turn: Turn): boolean =>
    sights.every((one) => (isKeptAfter(turn, one) ?? one.isKept) === one.isKept) &&
    [true, false].every((was) => sights.some((one) => isKeptAfter(turn, one) === was));
  const ends = [...new Set([...aShown.done.toReversed(), ...aShown.perhaps.toReversed()])];
  const until = ends.map((key): Turn => ({ until: key })).filter(explains);
  const since = keysOf([aKept]).map((key): Turn => ({ since: key }));
  const single = [...until, ...since.filter(explains)];
  if (single.length > 0) return single;
  const begins = keysOf(sights.filter(({ isKept }) => isKept));
  return ends.flatMap((end) => begins.map((begin) => ({ until: end, since: begin }))).filter(explains);
}

const keysOf = (steps: readonly StepsThen[]): readonly string[] => [
  ...new Set(steps.flatMap(({ done, perhaps }) => [...done, ...perhaps])),
];

/**
 * The turn with an action that ends traces, where the member was kept once it was done and never shown: whether it is kept
 * again from then on nobody knows.
 * @param ways keys of the actions of each trace
 */
export function withEnd(turn: Turn, sights: readonly Shown[], ways: readonly (readonly string[])[]): Turn {
  if (turn.until === undefined || turn.since !== undefined) return turn;
  const [kept, shown] = [true, false].map((was) => keysOf(sights.filter(({ isKept }) => isKept === was)));
  const isEnd = (key: string): boolean =>
    ways.filter((way) => way.includes(key)).length > 1 && ways.every((way) => !way.slice(0, -1).includes(key));
  const since = kept?.find((key) => !shown?.includes(key) && isEnd(key));
  return since === undefined ? turn : { ...turn, since };
}

/** Of how many of these turns, at least, a read of a trace tells that it is none of them. */
export function tellsApart(turns: readonly Turn[], steps: StepsThen): number {
  const says = (was: boolean): number => turns.filter((turn) => isKeptAfter(turn, steps) === was).length;
  return Math.min(says(true), says(false));
}
