import { inWindow } from "../support/paging.ts";
import type { Fault } from "../fault.ts";

export const pagesBehindACursorHoldTwoLinks: Fault = {
  id: "pages/pages-behind-a-cursor-hold-two-links",
  title: "A page behind a cursor holds two links at most, though the first page may hold more.",
  requirement: ["PAGE-10", "PAGE-03"],
  install(hooks) {
    inWindow(hooks, (window) =>
      window.after !== null && window.first !== null ? { ...window, first: Math.min(window.first, 2) } : window,
    );
  },
};
