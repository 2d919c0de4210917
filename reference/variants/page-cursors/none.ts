import type { Variant } from "../variant.ts";

export const pageCursorsNone: Variant = {
  id: "page-cursors/none",
  title: "Pages carry no cursors.",
  openPoint: "page-cursors",
  install(hooks) {
    hooks.policy.page.cursors = { start: false, end: false };
  },
};
