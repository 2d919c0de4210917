import type { Fault } from "../fault.ts";

export const legacyWorkflowNamesHaveAPrefix: Fault = {
  id: "equivalence/legacy-workflow-names-have-a-prefix",
  title: "The legacy workflow list puts the organization before each name.",
  requirement: ["EQUIV-05", "FLOW-03"],
  install(hooks) {
    hooks.around(
      "workflows",
      (inner) => (call, items) =>
        inner(call, items).map((item) =>
          call.face === "legacy"
            ? { ...item, workflowName: `${call.principal?.organization ?? ""}/${item.workflowName}` }
            : item,
        ),
    );
  },
};
