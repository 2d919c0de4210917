import { refuseData } from "./refuse-data.ts";
import type { Variant } from "../variant.ts";

export const inputFeaturesNoNulls: Variant = {
  id: "input-features/no-nulls",
  title: "Null members are refused.",
  openPoint: "input-features",
  install(hooks) {
    refuseData(hooks, (value) => value === null);
  },
};
