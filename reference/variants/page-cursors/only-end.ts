import type { Variant } from "../variant.ts";

export const pageCursorsOnlyEnd: Variant = {
  id: "page-cursors/only-end",
  title: "Pages carry only `endCursor`.",
  openPoint: "page-cursors",
  install(hooks) {
    hooks.policy.page.cursors = { start: false, end: true };
  },
};
