import { inPage } from "../support/paging.ts";
import type { Fault } from "../fault.ts";

export const defaultPageBeginsWithTheSecondLink: Fault = {
  id: "pages/default-page-begins-with-the-second-link",
  title: "Without page arguments the first link of a trace of three or more is left out.",
  requirement: "PAGE-12",
  install(hooks) {
    inPage(hooks, (page, request) => {
      const asked = Object.values(request).some((argument) => argument !== undefined);
      return asked || page.links.length < 3 ? page : { ...page, links: page.links.slice(1) };
    });
  },
};
