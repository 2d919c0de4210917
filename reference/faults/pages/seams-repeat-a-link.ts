import { inWindow } from "../support/paging.ts";
import type { Fault } from "../fault.ts";

export const seamsRepeatALink: Fault = {
  id: "pages/seams-repeat-a-link",
  title: "Pages of three links or more begin with the last link of the page before.",
  requirement: ["PAGE-05", "PAGE-03"],
  install(hooks) {
    inWindow(hooks, (window) =>
      window.after !== null && (window.first ?? 0) >= 3 ? { ...window, after: window.after - 1 } : window,
    );
  },
};
