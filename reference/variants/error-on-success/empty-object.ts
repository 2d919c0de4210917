import type { Variant } from "../variant.ts";

export const errorOnSuccessEmptyObject: Variant = {
  id: "error-on-success/empty-object",
  title: "The member `error` is an empty object on success.",
  openPoint: "error-on-success",
  install(hooks) {
    hooks.policy.errors.success = (data) => ({ error: {}, data });
  },
};
