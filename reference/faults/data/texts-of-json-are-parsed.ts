import type { Json } from "../../core/json.ts";
import { texts } from "../support/json-changes.ts";
import { inInput } from "../support/places.ts";
import type { Fault } from "../fault.ts";

export const textsOfJsonAreParsed: Fault = {
  id: "data/texts-of-json-are-parsed",
  title: "A text that holds a JSON object or array becomes what it spells.",
  requirement: "DATA-01",
  install(hooks) {
    inInput(
      hooks,
      texts((text) => {
        try {
          return /^\s*[[{]/.test(text) ? (JSON.parse(text) as Json) : text;
        } catch {
          return text;
        }
      }),
    );
  },
};
