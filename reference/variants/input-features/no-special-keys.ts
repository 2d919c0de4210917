import { refuseData } from "./refuse-data.ts";
import type { Variant } from "../variant.ts";

export const inputFeaturesNoSpecialKeys: Variant = {
  id: "input-features/no-special-keys",
  title: "Keys with a dot, a dollar or the names of object internals are refused.",
  openPoint: "input-features",
  install(hooks) {
    refuseData(hooks, (_value, key) => /[.$]|^(?:__proto__|constructor|toString|prototype)$/.test(key));
  },
};
