import { inPage } from "../support/paging.ts";
import type { Fault } from "../fault.ts";

export const totalCountOfThePage: Fault = {
  id: "pages/total-count-of-the-page",
  title: "`totalCount` is the number of links on the page.",
  requirement: ["PAGE-09", "DETAILS-06"],
  install(hooks) {
    inPage(hooks, (page) => ({ ...page, totalCount: page.links.length }));
  },
};
