import { inPage } from "../support/paging.ts";
import type { Fault } from "../fault.ts";

export const defaultPageLeavesOutTheMiddle: Fault = {
  id: "pages/default-page-leaves-out-the-middle",
  title: "Without page arguments a trace of four links or more shows its first two and its last.",
  requirement: "PAGE-12",
  install(hooks) {
    inPage(hooks, (page, request) => {
      const asked = Object.values(request).some((argument) => argument !== undefined);
      const { links } = page;
      return asked || links.length < 4 ? page : { ...page, links: [...links.slice(0, 2), ...links.slice(-1)] };
    });
  },
};
