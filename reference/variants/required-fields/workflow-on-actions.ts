import type { Variant } from "../variant.ts";

export const requiredFieldsWorkflowOnActions: Variant = {
  id: "required-fields/workflow-on-actions",
  title: "Actions must name the workflow of their trace.",
  openPoint: "required-fields",
  install(hooks) {
    hooks.policy.input.required = () => ["data", "actionKey", "workflowId", "groupLabel"];
  },
};
