import { inInfo } from "../support/paging.ts";
import type { Fault } from "../fault.ts";

export const endCursorNamesTheFirstLink: Fault = {
  id: "pages/end-cursor-names-the-first-link",
  title: "`endCursor` is the cursor of the first link on the page.",
  requirement: ["PAGE-03", "PAGE-05"],
  install(hooks) {
    inInfo(hooks, (info) => (info.startCursor === undefined ? info : { ...info, endCursor: info.startCursor }));
  },
};
