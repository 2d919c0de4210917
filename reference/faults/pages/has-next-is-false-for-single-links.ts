import { inInfo } from "../support/paging.ts";
import type { Fault } from "../fault.ts";

export const hasNextIsFalseForSingleLinks: Fault = {
  id: "pages/has-next-is-false-for-single-links",
  title: "A page asked for by `first: 1` says that nothing follows.",
  requirement: ["PAGE-07", "PAGE-05"],
  install(hooks) {
    inInfo(hooks, (info, _page, { first }) => (first === 1 ? { ...info, hasNext: false } : info));
  },
};
