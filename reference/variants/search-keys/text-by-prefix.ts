import { everyCondition, sameJson, searchByScan } from "../../hooks/scan.ts";
import type { Variant } from "../variant.ts";

export const searchKeysTextByPrefix: Variant = {
  id: "search-keys/text-by-prefix",
  title: "A text finds what begins with it.",
  openPoint: "search-keys",
  install(hooks) {
    searchByScan(
      hooks,
      everyCondition((found, wanted) =>
        typeof found === "string" && typeof wanted === "string" ? found.startsWith(wanted) : sameJson(found, wanted),
      ),
    );
  },
};
