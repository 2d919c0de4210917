import type { Variant } from "../variant.ts";

export const errorStatuses422: Variant = {
  id: "error-statuses/422",
  title: "What cannot be read is a 422.",
  openPoint: "error-statuses",
  install(hooks) {
    hooks.policy.errors.status = (refusal) => (refusal.status === 400 ? 422 : refusal.status);
  },
};
