import { inPage } from "../support/paging.ts";
import type { Fault } from "../fault.ts";

export const orderTurnsBehindACursor: Fault = {
  id: "pages/order-turns-behind-a-cursor",
  title: "Behind a cursor the links of a page come in reverse.",
  requirement: ["PAGE-05", "DETAILS-08", "PAGE-03"],
  install(hooks) {
    inPage(hooks, (page, { after }) => (after === undefined ? page : { ...page, links: page.links.toReversed() }));
  },
};
