import { refuseFiles } from "./refuse-data.ts";
import type { Variant } from "../variant.ts";

export const inputFeaturesPlainFileNames: Variant = {
  id: "input-features/plain-file-names",
  title: "File names with other than letters, digits, dots, dashes and spaces are refused.",
  openPoint: "input-features",
  install(hooks) {
    refuseFiles(hooks, (file) => !/^[\w. -]*$/.test(file.fileName));
  },
};
