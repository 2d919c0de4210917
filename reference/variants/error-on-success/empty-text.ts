import type { Variant } from "../variant.ts";

export const errorOnSuccessEmptyText: Variant = {
  id: "error-on-success/empty-text",
  title: "The member `error` is an empty text on success.",
  openPoint: "error-on-success",
  install(hooks) {
    hooks.policy.errors.success = (data) => ({ error: "", data });
  },
};
