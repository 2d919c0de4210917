import type { Variant } from "../variant.ts";

export const linkOrderNewestFirst: Variant = {
  id: "link-order/newest-first",
  title: "The newest link comes first.",
  openPoint: "link-order",
  install(hooks) {
    hooks.policy.page.order = "newest-first";
  },
};
