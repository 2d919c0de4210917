import { inInfo } from "../support/paging.ts";
import type { Fault } from "../fault.ts";

export const hasNextIsFalseGoingBackward: Fault = {
  id: "pages/has-next-is-false-going-backward",
  title: "A page asked for by `last` never says that links follow.",
  requirement: "PAGE-07",
  install(hooks) {
    inInfo(hooks, (info, _page, { last }) => (last === undefined ? info : { ...info, hasNext: false }));
  },
};
