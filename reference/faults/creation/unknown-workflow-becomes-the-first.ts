import type { Fault } from "../fault.ts";

export const unknownWorkflowBecomesTheFirst: Fault = {
  id: "creation/unknown-workflow-becomes-the-first",
  title: "A creation in a workflow that does not exist ends up in the first workflow of the organization.",
  requirement: "CREATE-09",
  install(hooks) {
    hooks.around("readAction", (inner) => (call, input) => {
      const read = inner(call, input);
      const unknown = call.kind === "create" && hooks.directory.workflow(read.workflowId ?? "") === undefined;
      const [first] = hooks.directory.workflowsOf(call.principal?.organization ?? "");
      return unknown && first !== undefined ? { ...read, workflowId: first.id } : read;
    });
  },
};
