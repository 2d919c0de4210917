import type { Fault } from "../fault.ts";

export const v2NamesInLowerCase: Fault = {
  id: "workflows/v2-names-in-lower-case",
  title: "The v2 workflow list writes names in lower case.",
  requirement: ["FLOW-03", "EQUIV-05"],
  install(hooks) {
    hooks.around(
      "workflows",
      (inner) => (call, items) =>
        inner(call, items).map((item) =>
          call.face === "v2" ? { ...item, workflowName: item.workflowName.toLowerCase() } : item,
        ),
    );
  },
};
