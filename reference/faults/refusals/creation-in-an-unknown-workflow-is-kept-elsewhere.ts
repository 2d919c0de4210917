import type { Call } from "../../core/call.ts";
import { notFound } from "../../core/refusal.ts";
import type { Fault } from "../fault.ts";

export const creationInAnUnknownWorkflowIsKeptElsewhere: Fault = {
  id: "refusals/creation-in-an-unknown-workflow-is-kept-elsewhere",
  title: "A creation in a workflow that does not exist is refused, and kept in the first workflow.",
  requirement: "REFUSE-02",
  install(hooks) {
    const refused = new WeakSet<Call>();
    hooks.around("readAction", (inner) => (call, input) => {
      const read = inner(call, input);
      const [first] = hooks.directory.workflowsOf(call.principal?.organization ?? "");
      const unknown = hooks.directory.workflow(read.workflowId ?? "") === undefined;
      if (call.kind !== "create" || !unknown || first === undefined) return read;
      refused.add(call);
      return { ...read, workflowId: first.id };
    });
    hooks.around("written", (inner) => async (call, write) => {
      await inner(call, write);
      if (refused.has(call)) throw notFound("unknown-workflow", "no such workflow", "workflowId");
    });
  },
};
