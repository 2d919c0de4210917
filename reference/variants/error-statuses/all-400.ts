import type { Variant } from "../variant.ts";

export const errorStatusesAll400: Variant = {
  id: "error-statuses/all-400",
  title: "Every refusal but that of a token is a 400.",
  openPoint: "error-statuses",
  install(hooks) {
    hooks.policy.errors.status = (refusal) => (refusal.status === 401 ? 401 : refusal.status >= 500 ? 500 : 400);
  },
};
