import { inRequest } from "../support/paging.ts";
import type { Fault } from "../fault.ts";

export const legacyIgnoresLast: Fault = {
  id: "equivalence/legacy-ignores-last",
  title: "The legacy details ignore `last`.",
  requirement: ["EQUIV-09", "PAGE-02"],
  install(hooks) {
    inRequest(hooks, ({ last: _last, ...rest }) => rest, { face: "legacy" });
  },
};
