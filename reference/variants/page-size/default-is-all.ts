import type { Variant } from "../variant.ts";

export const pageSizeDefaultIsAll: Variant = {
  id: "page-size/default-is-all",
  title: "All links come in one page unless asked otherwise.",
  openPoint: "page-size",
  install(hooks) {
    Object.assign(hooks.policy.page, { defaultSize: 1_000_000, maxSize: 1_000_000 });
  },
};
