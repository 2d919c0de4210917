import { everyCondition, sameJson, searchByScan } from "../../hooks/scan.ts";
import type { Variant } from "../variant.ts";

export const searchKeysNumbersMatchTheirText: Variant = {
  id: "search-keys/numbers-match-their-text",
  title: "A filter with a text finds the number that it spells, and the other way round.",
  openPoint: "search-keys",
  install(hooks) {
    searchByScan(
      hooks,
      everyCondition((found, wanted) => sameJson(found, wanted) || String(found) === String(wanted)),
    );
  },
};
