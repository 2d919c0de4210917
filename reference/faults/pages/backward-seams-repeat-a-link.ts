import { inWindow } from "../support/paging.ts";
import type { Fault } from "../fault.ts";

export const backwardSeamsRepeatALink: Fault = {
  id: "pages/backward-seams-repeat-a-link",
  title: "A backward walk meets the link at each seam twice.",
  requirement: ["PAGE-06", "PAGE-04"],
  install(hooks) {
    inWindow(hooks, (window) =>
      window.before !== null && window.last !== null ? { ...window, before: window.before + 1 } : window,
    );
  },
};
