import { inPage } from "../support/paging.ts";
import type { Fault } from "../fault.ts";

export const lastComesInReverse: Fault = {
  id: "pages/last-comes-in-reverse",
  title: "A page asked for by `last` lists its links the other way round.",
  requirement: ["PAGE-02", "DETAILS-08", "PAGE-06"],
  install(hooks) {
    inPage(hooks, (page, { last }) => (last === undefined ? page : { ...page, links: page.links.toReversed() }));
  },
};
