/**
 * Repeats ways to an action without one of the actions before it: where two branches must both be done, or two people
 * must agree, one face may let the action come with one of them missing. Walks seldom reach such places.
 */
import { isAction } from "../../spec/readings/actions.ts";
import { succeeded } from "../../spec/readings/outcome.ts";
import { faces, type Face } from "../../spec/operations.ts";
import type { Exchange } from "../../spec/vocabulary/history.ts";
import { inOrder } from "../seen/known-traces.ts";
import type { ProbeContext } from "../probe.ts";
import { acceptedBefore, onTrace, rebuilt, type Rebuilt } from "./rebuilt.ts";

type Asker = Pick<ProbeContext, "run" | "runId" | "target" | "histories">;

/** At most so many actions are left out, and only on ways of at most so many actions. */
const [maxTried, longestWay] = [14, 9];

/** Sends each such action through both faces, on a trace without one of the actions before it. */
export async function tryWithout(asker: Asker): Promise<void> {
  const exchanges = inOrder(asker.histories()).map((exchange, at): Exchange => ({ ...exchange, index: at }));
  for (const [at, one] of leftOutIn(exchanges).slice(0, maxTried).entries()) {
    const first = await tried(asker, exchanges, one, at, ["legacy", "v2"]);
    // What the first face accepts is on the trace by then, so the other face is tried on another trace.
    if (first === "taken by the first") await tried(asker, exchanges, one, at + maxTried, ["v2", "legacy"]);
  }
}

interface LeftOut {
  readonly taken: Exchange;
  /** The key of the action that is left out, each time that it comes. */
  readonly key: string;
}

const keyOf = ({ intent }: Exchange): string =>
  isAction(intent) && typeof intent.actionKey === "string" ? intent.actionKey : "";

/**
 * For each action the shortest way to it with at least two other actions, once without each of these; the first of
 * every action come first.
 */
function leftOutIn(exchanges: readonly Exchange[]): readonly LeftOut[] {
  const ways = new Map<string, { readonly taken: Exchange; readonly before: readonly Exchange[] }>();
  for (const taken of exchanges) {
    if (taken.intent.kind !== "act" || !succeeded(taken) || taken.parallel === true || taken.traits.length > 0)
      continue;
    const before = acceptedBefore(exchanges, taken);
    const others = new Set(before.slice(1).map(keyOf));
    others.delete(keyOf(taken));
    if (others.size < 2 || before.length > longestWay) continue;
    const name = JSON.stringify([taken.intent.workflow, keyOf(taken)]);
    const known = ways.get(name);
    if (!known || before.length < known.before.length) ways.set(name, { taken, before });
  }
  const byAction = [...ways.values()].map(({ taken, before }) => {
    const keys = new Set(before.slice(1).map(keyOf).toReversed());
    return [...keys].filter((key) => key !== keyOf(taken)).map((key): LeftOut => ({ taken, key }));
  });
  const most = Math.max(0, ...byAction.map(({ length }) => length));
  return Array.from({ length: most }, (_, turn) => byAction.flatMap((all) => all.slice(turn, turn + 1))).flat();
}

async function tried(
  { run, runId, target }: Asker,
  exchanges: readonly Exchange[],
  { taken, key }: LeftOut,
  number: number,
  through: readonly [Face, Face],
): Promise<"taken by the first" | "refused" | undefined> {
  const workflow = taken.intent.kind === "act" ? target.workflows[taken.intent.workflow ?? -1] : undefined;
  if (!workflow) return undefined;
  const again = onTrace(
    without(rebuilt(`${runId}w${String(number)}`, workflow, { exchanges }, taken), key),
    "$without",
  );
  if (!again) return undefined;
  const tries = through.map((face) => ({ ...again.last, face }));
  const answers = await run("an action without one of those before it", [...again.writes, ...tries]);
  const [first] = answers.slice(-faces.length);
  return first && succeeded(first) ? "taken by the first" : "refused";
}

const without = (again: Rebuilt | undefined, key: string): Rebuilt | undefined =>
  again && { ...again, steps: again.steps.filter(({ action }, at) => at === 0 || action !== key) };
