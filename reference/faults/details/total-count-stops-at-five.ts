import { inPage } from "../support/paging.ts";
import type { Fault } from "../fault.ts";

export const totalCountStopsAtFive: Fault = {
  id: "details/total-count-stops-at-five",
  title: "`totalCount` never goes beyond five.",
  requirement: ["DETAILS-06", "PAGE-09"],
  install(hooks) {
    inPage(hooks, (page) => ({ ...page, totalCount: Math.min(page.totalCount, 5) }));
  },
};
