import { inPage } from "../support/paging.ts";
import type { Fault } from "../fault.ts";

export const lastBeyondTheTraceGivesNothing: Fault = {
  id: "pages/last-beyond-the-trace-gives-nothing",
  title: "When `last` asks for more links than there are, the page is empty.",
  requirement: "PAGE-02",
  install(hooks) {
    inPage(hooks, (page, { last }) =>
      last !== undefined && last > page.totalCount
        ? { ...page, links: [], info: { hasNext: false, hasPrevious: false } }
        : page,
    );
  },
};
