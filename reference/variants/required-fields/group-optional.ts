import type { Variant } from "../variant.ts";

export const requiredFieldsGroupOptional: Variant = {
  id: "required-fields/group-optional",
  title: "The group may be left out; it is then the first group of the action.",
  openPoint: "required-fields",
  install(hooks) {
    const { required } = hooks.policy.input;
    hooks.policy.input.required = (kind, face) => required(kind, face).filter((field) => field !== "groupLabel");
    hooks.around("readAction", (inner) => (call, input) => {
      const read = inner(call, input);
      if (read.groupLabel !== "") return read;
      const workflows = hooks.directory.workflowsOf(call.principal?.organization ?? "");
      const action = workflows.flatMap(({ actions }) => actions.get(read.actionKey) ?? [])[0];
      return { ...read, groupLabel: action?.groups[0] ?? "" };
    });
  },
};
