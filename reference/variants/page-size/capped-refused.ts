import type { Variant } from "../variant.ts";

export const pageSizeCappedRefused: Variant = {
  id: "page-size/capped-refused",
  title: "More than 50 links in a page are refused.",
  openPoint: "page-size",
  install(hooks) {
    Object.assign(hooks.policy.page, { defaultSize: 10, maxSize: 50, beyondMax: "refuse" });
  },
};
