import { inWindow } from "../support/paging.ts";
import type { Fault } from "../fault.ts";

export const afterIsIgnored: Fault = {
  id: "pages/after-is-ignored",
  title: "`after` is ignored.",
  requirement: ["PAGE-03", "PAGE-05"],
  install(hooks) {
    inWindow(hooks, (window) => ({ ...window, after: null }));
  },
};
