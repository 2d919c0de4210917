import type { Variant } from "../variant.ts";

export const sizeLimitsFewFiles: Variant = {
  id: "size-limits/few-files",
  title: "More than 4 files in one request are refused with 413.",
  openPoint: "size-limits",
  install(hooks) {
    hooks.policy.limits.files = 4;
  },
};
