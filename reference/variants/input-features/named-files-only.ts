import { refuseFiles } from "./refuse-data.ts";
import type { Variant } from "../variant.ts";

export const inputFeaturesNamedFilesOnly: Variant = {
  id: "input-features/named-files-only",
  title: "Files without a name are refused.",
  openPoint: "input-features",
  install(hooks) {
    refuseFiles(hooks, (file) => file.fileName === "");
  },
};
