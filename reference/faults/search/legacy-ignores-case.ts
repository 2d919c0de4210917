import { documentsOf, everyCondition, sameJson } from "../../hooks/scan.ts";
import type { Fault } from "../fault.ts";

export const legacyIgnoresCase: Fault = {
  id: "search/legacy-ignores-case",
  title: "The legacy search finds texts in any case; v2 does not.",
  requirement: ["EQUIV-04", "SEARCH-04", "SEARCH-05"],
  install(hooks) {
    hooks.around("search", (inner) => async (call, query) => {
      if (call.face !== "legacy") return await inner(call, query);
      const alike = everyCondition((found, wanted) =>
        typeof found === "string" && typeof wanted === "string"
          ? found.toLowerCase() === wanted.toLowerCase()
          : sameJson(found, wanted),
      );
      const documents = await documentsOf(hooks.store, query);
      return documents.filter(({ document }) => alike(document, query)).map(({ traceId }) => traceId);
    });
  },
};
