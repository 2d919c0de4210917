import type { Call } from "../../core/call.ts";
import type { TraceRecord, TraceWrite } from "../../core/records.ts";
import type { Hooks } from "../../core/seams.ts";

/** What a call wrote, for lies that depend on it and are told later in the same call. */
export function rememberWrites(hooks: Hooks): (call: Call) => TraceWrite | undefined {
  const writes = new WeakMap<Call, TraceWrite>();
  hooks.around("write", (inner) => (call, write) => {
    const honest = inner(call, write);
    writes.set(call, honest);
    return honest;
  });
  return (call) => writes.get(call);
}

class Discarded extends Error {}

/** Answers an action as if it were done, and stores nothing of it. */
export function discardActions(
  hooks: Hooks,
  when: (write: TraceWrite, before: TraceRecord, call: Call) => boolean,
): void {
  hooks.around("append", (inner) => async (call, traceId, compute) => {
    let discarded: TraceWrite | undefined;
    try {
      return await inner(call, traceId, async (before) => {
        const write = await compute(before);
        if (!when(write, before, call)) return write;
        discarded = write;
        // Rolls the transaction back.
        throw new Discarded("discarded");
      });
    } catch (error) {
      if (error instanceof Discarded) return discarded;
      throw error;
    }
  });
}

/** Lets an input through that the rules forbid; it is refused only after it was written. */
export function refuseTooLate(hooks: Hooks, when: (call: Call) => boolean): void {
  const refused = new WeakMap<Call, unknown>();
  hooks.around("checkAction", (inner) => (call, workflow, input) => {
    try {
      inner(call, workflow, input);
    } catch (refusal) {
      if (!when(call)) throw refusal;
      refused.set(call, refusal);
    }
  });
  hooks.around("written", (inner) => async (call, write) => {
    await inner(call, write);
    if (refused.has(call)) throw refused.get(call);
  });
}
