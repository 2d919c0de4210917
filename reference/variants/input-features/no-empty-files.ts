import { refuseFiles } from "./refuse-data.ts";
import type { Variant } from "../variant.ts";

export const inputFeaturesNoEmptyFiles: Variant = {
  id: "input-features/no-empty-files",
  title: "Empty files are refused.",
  openPoint: "input-features",
  install(hooks) {
    refuseFiles(hooks, (file) => file.size === 0);
  },
};
