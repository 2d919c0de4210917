/** The actions on a trace before another action, and those under way. */
import { senderOf, type Done } from "../../../spec/readings/people.ts";
import type { ModelAction, ModelTrace } from "../world.ts";

export interface Others {
  /** Answered before the action was sent. */
  readonly before: readonly ModelAction[];
  /** Under way at the same time, or of unknown outcome. */
  readonly meanwhile: readonly ModelAction[];
}

/** The other actions of a trace: those answered before this one was sent, and those that overlap it. */
export function othersThan(trace: ModelTrace, { exchange }: ModelAction): Others {
  const before: ModelAction[] = [];
  const meanwhile: ModelAction[] = [];
  for (const other of [...trace.actions, ...trace.indeterminate]) {
    if (other.exchange === exchange) continue;
    const certain = trace.actions.includes(other);
    if (certain && other.exchange.receivedAtMs <= exchange.sentAtMs) before.push(other);
    else if (other.exchange.sentAtMs < exchange.receivedAtMs) meanwhile.push(other);
  }
  return { before, meanwhile };
}

export const keysOf = (actions: readonly ModelAction[]): readonly string[] => actions.map(({ actionKey }) => actionKey);
export const doneBy = ({ actionKey, exchange }: ModelAction): Done => ({ key: actionKey, sender: senderOf(exchange) });

/** Possible sequences of actions before this one, one for each that may have been the last. */
export function possibleOrders({ before, meanwhile }: Others): readonly (readonly Done[])[] {
  const latestMs = before.at(-1)?.exchange.sentAtMs ?? 0;
  const isLast = (one: ModelAction): boolean => one === before.at(-1) || one.exchange.receivedAtMs > latestMs;
  const done = before.map(doneBy);
  return [...before.filter(isLast), ...meanwhile].map((last) => [...done, doneBy(last)]);
}
