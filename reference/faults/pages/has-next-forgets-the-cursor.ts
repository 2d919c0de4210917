import { inInfo } from "../support/paging.ts";
import type { Fault } from "../fault.ts";

export const hasNextForgetsTheCursor: Fault = {
  id: "pages/has-next-forgets-the-cursor",
  title: "`hasNext` compares the length of the page with that of the trace, whatever came before the cursor.",
  requirement: "PAGE-07",
  install(hooks) {
    inInfo(hooks, (info, { links, totalCount }) => ({ ...info, hasNext: links.length < totalCount }));
  },
};
