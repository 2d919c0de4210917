import { inWindow } from "../support/paging.ts";
import type { Fault } from "../fault.ts";

export const afterSkipsALink: Fault = {
  id: "pages/after-skips-a-link",
  title: "The page after a cursor leaves out the link that follows the cursor.",
  requirement: ["PAGE-03", "PAGE-05"],
  install(hooks) {
    inWindow(hooks, (window) => (window.after === null ? window : { ...window, after: window.after + 1 }));
  },
};
