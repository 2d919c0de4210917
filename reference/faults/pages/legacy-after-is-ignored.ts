import { inWindow } from "../support/paging.ts";
import type { Fault } from "../fault.ts";

export const legacyAfterIsIgnored: Fault = {
  id: "pages/legacy-after-is-ignored",
  title: "The legacy details ignore `after`.",
  requirement: ["EQUIV-09", "PAGE-03", "PAGE-05"],
  install(hooks) {
    inWindow(hooks, (window) => ({ ...window, after: null }), { face: "legacy" });
  },
};
