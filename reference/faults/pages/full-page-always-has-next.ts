import { inInfo } from "../support/paging.ts";
import type { Fault } from "../fault.ts";

export const fullPageAlwaysHasNext: Fault = {
  id: "pages/full-page-always-has-next",
  title: "A page that is as long as asked says that another one follows, also where the trace ends with it.",
  requirement: "PAGE-07",
  install(hooks) {
    inInfo(hooks, (info, { links }, { first }) => (links.length === first ? { ...info, hasNext: true } : info));
  },
};
