import { inWindow } from "../support/paging.ts";
import type { Fault } from "../fault.ts";

export const beforeIncludesItsOwnLink: Fault = {
  id: "pages/before-includes-its-own-link",
  title: "The page before a cursor ends with the link of the cursor.",
  requirement: ["PAGE-04", "PAGE-06"],
  install(hooks) {
    inWindow(hooks, (window) => (window.before === null ? window : { ...window, before: window.before + 1 }));
  },
};
