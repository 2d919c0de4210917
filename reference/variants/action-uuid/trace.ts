import type { Variant } from "../variant.ts";

export const actionUuidTrace: Variant = {
  id: "action-uuid/trace",
  title: "The v2 action answers the id of the trace.",
  openPoint: "action-uuid",
  install(hooks) {
    hooks.policy.actionResult = ({ trace }) => trace.traceId;
  },
};
