import { writtenJson } from "./written-json.ts";
import type { Variant } from "../variant.ts";

export const representationPretty: Variant = {
  id: "representation/pretty",
  title: "JSON is indented and ends with a line end.",
  openPoint: "representation",
  install(hooks) {
    writtenJson(hooks, "application/json", (value) => `${JSON.stringify(value, null, 2)}\n`);
  },
};
