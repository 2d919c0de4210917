import { refuseData } from "./refuse-data.ts";
import type { Variant } from "../variant.ts";

export const inputFeaturesNoLargeNumbers: Variant = {
  id: "input-features/no-large-numbers",
  title: "Numbers beyond 2^53 are refused.",
  openPoint: "input-features",
  install(hooks) {
    refuseData(hooks, (value) => typeof value === "number" && Math.abs(value) > Number.MAX_SAFE_INTEGER);
  },
};
