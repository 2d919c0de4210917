import { inInfo } from "../support/paging.ts";
import type { Fault } from "../fault.ts";

export const startCursorNamesTheLastLink: Fault = {
  id: "pages/start-cursor-names-the-last-link",
  title: "`startCursor` is the cursor of the last link on the page.",
  requirement: ["PAGE-04", "PAGE-06"],
  install(hooks) {
    inInfo(hooks, (info) => (info.endCursor === undefined ? info : { ...info, startCursor: info.endCursor }));
  },
};
