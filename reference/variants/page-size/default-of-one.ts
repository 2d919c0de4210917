import type { Variant } from "../variant.ts";

export const pageSizeDefaultOfOne: Variant = {
  id: "page-size/default-of-one",
  title: "A page has one link unless asked.",
  openPoint: "page-size",
  install(hooks) {
    Object.assign(hooks.policy.page, { defaultSize: 1 });
  },
};
