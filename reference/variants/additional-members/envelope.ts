import type { Variant } from "../variant.ts";

export const additionalMembersEnvelope: Variant = {
  id: "additional-members/envelope",
  title: "The envelope has further members.",
  openPoint: "additional-members",
  install(hooks) {
    hooks.policy.errors.success = (data) => ({ apiVersion: "2.0.0", error: null, data, meta: { warnings: [] } });
  },
};
