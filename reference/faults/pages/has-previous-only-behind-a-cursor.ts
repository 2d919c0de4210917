import { inInfo } from "../support/paging.ts";
import type { Fault } from "../fault.ts";

export const hasPreviousOnlyBehindACursor: Fault = {
  id: "pages/has-previous-only-behind-a-cursor",
  title: "`hasPrevious` says whether `after` was given, so it is false for the last links of a trace.",
  requirement: "PAGE-08",
  install(hooks) {
    inInfo(hooks, (info, _page, { after }) => ({ ...info, hasPrevious: after !== undefined && info.hasPrevious }));
  },
};
