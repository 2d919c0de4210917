import type { Variant } from "../variant.ts";

export const pageCursorsOnlyStart: Variant = {
  id: "page-cursors/only-start",
  title: "Pages carry only `startCursor`.",
  openPoint: "page-cursors",
  install(hooks) {
    hooks.policy.page.cursors = { start: true, end: false };
  },
};
