/**
 * Finds the action from which on a hidden member is shown (`until`), e.g. the opening of sealed bids, or from which on
 * a member is hidden (`since`), e.g. when data are made anonymous.
 */
import { isAction, traceOf } from "../../../spec/readings/actions.ts";
import { outcomeOf } from "../../../spec/readings/outcome.ts";
import { isKeptAfter, type StepsThen, type Turn } from "../../../spec/readings/kept-members.ts";
import type { Json } from "../../../spec/json.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";

/** What was done before a read, and whether it hid the member. */
export interface Shown extends StepsThen {
  readonly isKept: boolean;
}

/**
 * Returns a function: for a read and an earlier action, the keys of the actions done in between, and of those perhaps
 * done. Actions with the key of the action itself are left out: they decide nothing.
 */
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
 * The turns that explain when a member was hidden, the one that hides it longest first; `{}` where it was always
 * hidden, none where nothing explains it. Pairs of `until` and `since` only where no single action does.
 */
export function turnsOf(sights: readonly Shown[]): readonly Turn[] {
  const [aKept, aShown] = [true, false].map((was) => sights.find(({ isKept }) => isKept === was));
  if (!aShown) return [{}];
  if (!aKept) return [];
  // A turn that predicts nothing explains nothing.
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
 * Adds to the turn an action that ends traces, if after it the member was always hidden: whether that action hides it
 * again is unknown.
 * @param ways the keys of the actions of each trace
 */
export function withEnd(turn: Turn, sights: readonly Shown[], ways: readonly (readonly string[])[]): Turn {
  if (turn.until === undefined || turn.since !== undefined) return turn;
  const [kept, shown] = [true, false].map((was) => keysOf(sights.filter(({ isKept }) => isKept === was)));
  const isEnd = (key: string): boolean =>
    ways.filter((way) => way.includes(key)).length > 1 && ways.every((way) => !way.slice(0, -1).includes(key));
  const since = kept?.find((key) => !shown?.includes(key) && isEnd(key));
  return since === undefined ? turn : { ...turn, since };
}

/** How many of these turns a read with these steps excludes at least, whatever it shows. */
export function tellsApart(turns: readonly Turn[], steps: StepsThen): number {
  const says = (was: boolean): number => turns.filter((turn) => isKeptAfter(turn, steps) === was).length;
  return Math.min(says(true), says(false));
}
