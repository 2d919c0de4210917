import type { Variant } from "../variant.ts";

export const stateDataAmongOtherMembers: Variant = {
  id: "state-data/among-other-members",
  title: "The data stands beside members of the service.",
  openPoint: "state-data",
  install(hooks) {
    hooks.policy.state.present = (trace) => ({
      data: trace.data,
      workflowId: trace.workflowId,
      linkCount: trace.linkCount,
      updatedAt: trace.updatedAt.toISOString(),
    });
  },
};
