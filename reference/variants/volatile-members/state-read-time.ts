import type { Variant } from "../variant.ts";

export const volatileMembersStateReadTime: Variant = {
  id: "volatile-members/state-read-time",
  title: "The state tells when it was read.",
  openPoint: "volatile-members",
  install(hooks) {
    const { present } = hooks.policy.state;
    hooks.policy.state.present = (trace) => ({ ...present(trace), readAt: new Date().toISOString() });
  },
};
