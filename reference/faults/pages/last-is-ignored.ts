import { inRequest } from "../support/paging.ts";
import type { Fault } from "../fault.ts";

export const lastIsIgnored: Fault = {
  id: "pages/last-is-ignored",
  title: "`last` is ignored.",
  requirement: "PAGE-02",
  install(hooks) {
    inRequest(hooks, ({ last: _last, ...rest }) => rest);
  },
};
