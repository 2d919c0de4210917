import { inWindow } from "../support/paging.ts";
import type { Fault } from "../fault.ts";

export const secondSeamSkipsALink: Fault = {
  id: "pages/second-seam-skips-a-link",
  title: "A walk loses a link at its second seam and at each one that follows.",
  requirement: ["PAGE-05", "PAGE-03"],
  install(hooks) {
    inWindow(hooks, (window) =>
      window.after !== null && window.first !== null && window.after >= 2 * window.first
        ? { ...window, after: window.after + 1 }
        : window,
    );
  },
};
