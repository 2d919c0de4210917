import { inWindow } from "../support/paging.ts";
import type { Fault } from "../fault.ts";

export const backwardSeamsSkipALink: Fault = {
  id: "pages/backward-seams-skip-a-link",
  title: "A backward walk loses a link at each seam.",
  requirement: ["PAGE-06", "PAGE-04"],
  install(hooks) {
    inWindow(hooks, (window) =>
      window.before !== null && window.last !== null ? { ...window, before: window.before - 1 } : window,
    );
  },
};
