import type { Variant } from "../variant.ts";

export const pageSizeSmallClamped: Variant = {
  id: "page-size/small-clamped",
  title: "A page has 3 links unless asked, and never more than 5.",
  openPoint: "page-size",
  install(hooks) {
    Object.assign(hooks.policy.page, { defaultSize: 3, maxSize: 5, beyondMax: "clamp" });
  },
};
