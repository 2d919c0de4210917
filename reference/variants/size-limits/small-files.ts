import type { Variant } from "../variant.ts";

export const sizeLimitsSmallFiles: Variant = {
  id: "size-limits/small-files",
  title: "Files over 100,000 bytes are refused with 413.",
  openPoint: "size-limits",
  install(hooks) {
    hooks.policy.limits.fileBytes = 100_000;
  },
};
