import { everyCondition, sameJson, searchByScan } from "../../hooks/scan.ts";
import type { Variant } from "../variant.ts";

export const searchKeysTextByPart: Variant = {
  id: "search-keys/text-by-part",
  title: "A text finds what contains it.",
  openPoint: "search-keys",
  install(hooks) {
    searchByScan(
      hooks,
      everyCondition((found, wanted) =>
        typeof found === "string" && typeof wanted === "string" ? found.includes(wanted) : sameJson(found, wanted),
      ),
    );
  },
};
