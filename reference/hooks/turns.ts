/** Lets nobody amend an order who did its last action: the next amendment is a colleague's. */
import { principalOf, type Call } from "../core/call.ts";
import { Refusal } from "../core/refusal.ts";
import type { Hooks } from "./hooks.ts";
import { onWritten } from "./rewrite.ts";

interface Turns {
  /** Absent: whichever request it is. */
  readonly when?: (call: Call) => boolean;
  /** What the turns are counted of; absent: each trace by itself. */
  readonly of?: (traceId: string) => string;
}

export function amendByTurns(hooks: Hooks, { when = () => true, of = (traceId) => traceId }: Turns = {}): void {
  const last = new Map<string, string>();
  onWritten(hooks, ({ trace }, call) => void last.set(of(trace.traceId), principalOf(call).userId));
  hooks.around("gate", (inner) => (call, input, before, next) => {
    inner(call, input, before, next);
    const isAgain = last.get(of(before.traceId)) === principalOf(call).userId;
    if (isAgain && input.actionKey === "amend" && when(call)) throw new Refusal(403, "turn", "a colleague's turn");
  });
}
