import { writtenJson } from "./written-json.ts";
import type { Variant } from "../variant.ts";

export const representationAsciiEscapes: Variant = {
  id: "representation/ascii-escapes",
  title: "JSON is written in ASCII, all else escaped.",
  openPoint: "representation",
  install(hooks) {
    writtenJson(hooks, "application/json; charset=UTF-8", (value) =>
      JSON.stringify(value).replace(
        /[^\x20-\x7e]/g,
        (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
      ),
    );
  },
};
