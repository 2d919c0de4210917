import { inInfo } from "../support/paging.ts";
import type { Fault } from "../fault.ts";

export const hasPreviousIsAlwaysFalse: Fault = {
  id: "pages/has-previous-is-always-false",
  title: "`hasPrevious` is false on every page.",
  requirement: "PAGE-08",
  install(hooks) {
    inInfo(hooks, (info) => ({ ...info, hasPrevious: false }));
  },
};
