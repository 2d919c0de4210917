import { refuseData } from "./refuse-data.ts";
import type { Variant } from "../variant.ts";

export const inputFeaturesNoControlCharacters: Variant = {
  id: "input-features/no-control-characters",
  title: "Texts with control characters other than line ends and tabs are refused.",
  openPoint: "input-features",
  install(hooks) {
    refuseData(hooks, (value) => typeof value === "string" && /(?![\t\n\r])\p{Cc}/u.test(value));
  },
};
