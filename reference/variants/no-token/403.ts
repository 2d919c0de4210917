import type { Variant } from "../variant.ts";

export const noToken403: Variant = {
  id: "no-token/403",
  title: "A request without a valid token is answered with 403.",
  openPoint: "no-token",
  install(hooks) {
    const { status } = hooks.policy.errors;
    hooks.policy.errors.status = (refusal) => (refusal.status === 401 ? 403 : status(refusal));
  },
};
