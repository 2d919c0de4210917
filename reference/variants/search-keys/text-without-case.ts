import { everyCondition, sameJson, searchByScan } from "../../hooks/scan.ts";
import type { Variant } from "../variant.ts";

export const searchKeysTextWithoutCase: Variant = {
  id: "search-keys/text-without-case",
  title: "Texts match whatever their case.",
  openPoint: "search-keys",
  install(hooks) {
    searchByScan(
      hooks,
      everyCondition((found, wanted) =>
        typeof found === "string" && typeof wanted === "string"
          ? found.toLowerCase() === wanted.toLowerCase()
          : sameJson(found, wanted),
      ),
    );
  },
};
