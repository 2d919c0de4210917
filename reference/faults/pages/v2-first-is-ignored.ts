import { inRequest } from "../support/paging.ts";
import type { Fault } from "../fault.ts";

export const v2FirstIsIgnored: Fault = {
  id: "pages/v2-first-is-ignored",
  title: "The v2 details ignore `first`.",
  requirement: ["PAGE-01", "EQUIV-09"],
  install(hooks) {
    inRequest(hooks, ({ first: _first, ...rest }) => rest, { face: "v2" });
  },
};
