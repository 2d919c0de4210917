import { inPage } from "../support/paging.ts";
import type { Fault } from "../fault.ts";

export const defaultPageComesFromTheMiddle: Fault = {
  id: "pages/default-page-comes-from-the-middle",
  title: "Without page arguments the first and the last link of a trace of four or more are left out.",
  requirement: "PAGE-12",
  install(hooks) {
    inPage(hooks, (page, request) => {
      const asked = Object.values(request).some((argument) => argument !== undefined);
      return asked || page.links.length < 4 ? page : { ...page, links: page.links.slice(1, -1) };
    });
  },
};
