import { members, rewritePayload } from "../../hooks/rewrite.ts";
import type { Variant } from "../variant.ts";

export const additionalMembersState: Variant = {
  id: "additional-members/state",
  title: "The state answer has members beside `state`.",
  openPoint: "additional-members",
  install(hooks) {
    rewritePayload(hooks, { kind: "state" }, (payload, call) => ({
      ...members(payload),
      traceId: call.params["traceId"]?.toLowerCase() ?? null,
    }));
  },
};
