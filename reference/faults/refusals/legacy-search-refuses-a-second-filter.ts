import { badRequest } from "../../core/refusal.ts";
import type { Fault } from "../fault.ts";

export const legacySearchRefusesASecondFilter: Fault = {
  id: "refusals/legacy-search-refuses-a-second-filter",
  title: "The legacy search refuses more than one filter.",
  requirement: ["REFUSE-03", "SEARCH-05"],
  install(hooks) {
    hooks.around("readFilters", (inner) => (call, filters) => {
      if (call.face === "legacy" && Object.keys(filters).length > 1)
        throw badRequest("too-many-filters", "wanted one filter");
      return inner(call, filters);
    });
  },
};
