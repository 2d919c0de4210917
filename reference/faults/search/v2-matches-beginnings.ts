import { documentsOf, everyCondition, sameJson } from "../../hooks/scan.ts";
import type { Fault } from "../fault.ts";

export const v2MatchesBeginnings: Fault = {
  id: "search/v2-matches-beginnings",
  title: "The v2 search finds texts that begin with the text of the filter; legacy wants them whole.",
  requirement: ["EQUIV-04", "SEARCH-04"],
  install(hooks) {
    hooks.around("search", (inner) => async (call, query) => {
      if (call.face !== "v2") return await inner(call, query);
      const begins = everyCondition((found, wanted) =>
        typeof found === "string" && typeof wanted === "string" ? found.startsWith(wanted) : sameJson(found, wanted),
      );
      const documents = await documentsOf(hooks.store, query);
      return documents.filter(({ document }) => begins(document, query)).map(({ traceId }) => traceId);
    });
  },
};
