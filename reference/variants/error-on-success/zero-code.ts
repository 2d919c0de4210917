import type { Variant } from "../variant.ts";

export const errorOnSuccessZeroCode: Variant = {
  id: "error-on-success/zero-code",
  title: "The member `error` is an object with the code 0 on success.",
  openPoint: "error-on-success",
  install(hooks) {
    hooks.policy.errors.success = (data) => ({ data, error: { code: 0, message: "OK" } });
  },
};
