import type { OperationId } from "../../../spec/operations.ts";
import type { Call, OperationKind } from "../../core/call.ts";
import type { ActionInput, TraceRecord, TraceWrite } from "../../core/records.ts";
import type { Refusal } from "../../core/refusal.ts";
import type { Hooks } from "../../hooks/hooks.ts";
import { changeResult, onWritten } from "../../hooks/rewrite.ts";

/** What a call wrote, for faults that show later in the same call. */
export function rememberWrites(hooks: Hooks): (call: Call) => TraceWrite | undefined {
  const writes = new WeakMap<Call, TraceWrite>();
  changeResult(hooks, "write", (write, call) => {
    writes.set(call, write);
    return write;
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

/** Refuses calls only after they were written. Returns how to name such a call, and why it is refused. */
export function refuseAfterwards(hooks: Hooks): (call: Call, refusal: unknown) => void {
  const refused = new WeakMap<Call, unknown>();
  onWritten(hooks, (_write, call) => {
    if (refused.has(call)) throw refused.get(call);
  });
  return (call, refusal) => void refused.set(call, refusal);
}

/** Lets inputs through that the rules forbid; they are refused only after they were written. */
export function refuseTooLate(hooks: Hooks, kind: OperationKind): void {
  const refuse = refuseAfterwards(hooks);
  hooks.around("checkAction", (inner) => (call, workflow, input) => {
    try {
      inner(call, workflow, input);
    } catch (refusal) {
      if (call.kind !== kind) throw refusal;
      refuse(call, refusal);
    }
  });
}

/** Refuses inputs of an operation that it must accept. */
export function refuseInput(
  hooks: Hooks,
  operation: OperationId,
  refusal: Refusal,
  when: (input: ActionInput) => boolean = () => true,
): void {
  changeResult(hooks, "readAction", (input, call) => {
    if (call.operation.id === operation && when(input)) throw refusal;
    return input;
  });
}

/** Puts a creation in a workflow that does not exist into the first one of the organization. */
export function replaceUnknownWorkflow(hooks: Hooks, note: (call: Call) => void = () => undefined): void {
  const read = (input: ActionInput, call: Call): ActionInput => {
    const [first] = hooks.directory.workflowsOf(call.principal?.organization ?? "");
    if (hooks.directory.workflow(input.workflowId ?? "") !== undefined || first === undefined) return input;
    note(call);
    return { ...input, workflowId: first.id };
  };
  changeResult(hooks, "readAction", read, { kind: "create" });
}
