import { inInfo } from "../support/paging.ts";
import type { Fault } from "../fault.ts";

export const hasPreviousOnTheFirstPage: Fault = {
  id: "pages/has-previous-on-the-first-page",
  title: "`hasPrevious` is true on the first page of a longer trace.",
  requirement: "PAGE-08",
  install(hooks) {
    inInfo(hooks, (info) => ({ ...info, hasPrevious: info.hasPrevious || info.hasNext }));
  },
};
