import { refuseData } from "./refuse-data.ts";
import type { Variant } from "../variant.ts";

export const inputFeaturesShallowOnly: Variant = {
  id: "input-features/shallow-only",
  title: "Data nested deeper than 8 levels is refused.",
  openPoint: "input-features",
  install(hooks) {
    refuseData(hooks, (_value, _key, depth) => depth > 8);
  },
};
