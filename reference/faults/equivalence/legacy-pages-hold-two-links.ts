import { inRequest } from "../support/paging.ts";
import type { Fault } from "../fault.ts";

export const legacyPagesHoldTwoLinks: Fault = {
  id: "equivalence/legacy-pages-hold-two-links",
  title: "A legacy page asked for by `first` holds two links at most, a v2 page more.",
  requirement: ["EQUIV-09", "PAGE-10", "PAGE-01"],
  install(hooks) {
    inRequest(
      hooks,
      (request) => (request.first === undefined ? request : { ...request, first: Math.min(request.first, 2) }),
      { face: "legacy" },
    );
  },
};
