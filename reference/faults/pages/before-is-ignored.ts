import { inWindow } from "../support/paging.ts";
import type { Fault } from "../fault.ts";

export const beforeIsIgnored: Fault = {
  id: "pages/before-is-ignored",
  title: "`before` is ignored.",
  requirement: ["PAGE-04", "PAGE-06"],
  install(hooks) {
    inWindow(hooks, (window) => ({ ...window, before: null }));
  },
};
