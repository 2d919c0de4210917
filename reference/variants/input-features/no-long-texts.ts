import { refuseData } from "./refuse-data.ts";
import type { Variant } from "../variant.ts";

export const inputFeaturesNoLongTexts: Variant = {
  id: "input-features/no-long-texts",
  title: "Texts over 4,096 characters are refused.",
  openPoint: "input-features",
  install(hooks) {
    refuseData(hooks, (value) => typeof value === "string" && value.length > 4096);
  },
};
