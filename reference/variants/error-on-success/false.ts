import type { Variant } from "../variant.ts";

export const errorOnSuccessFalse: Variant = {
  id: "error-on-success/false",
  title: "The member `error` is false on success.",
  openPoint: "error-on-success",
  install(hooks) {
    hooks.policy.errors.success = (data) => ({ error: false, data });
  },
};
