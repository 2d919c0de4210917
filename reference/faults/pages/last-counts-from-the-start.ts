import { inWindow } from "../support/paging.ts";
import type { Fault } from "../fault.ts";

export const lastCountsFromTheStart: Fault = {
  id: "pages/last-counts-from-the-start",
  title: "`last` retrieves links from the start.",
  requirement: "PAGE-02",
  install(hooks) {
    inWindow(hooks, (window) => (window.last === null ? window : { ...window, first: window.last, last: null }));
  },
};
