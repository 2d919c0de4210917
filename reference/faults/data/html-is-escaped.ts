import { texts } from "../support/json-changes.ts";
import { inInput } from "../support/places.ts";
import type { Fault } from "../fault.ts";

export const htmlIsEscaped: Fault = {
  id: "data/html-is-escaped",
  title: "Texts are escaped for HTML.",
  requirement: "DATA-01",
  install(hooks) {
    const entities: Readonly<Record<string, string>> = {
      "<": "&lt;",
      ">": "&gt;",
      "&": "&amp;",
      "\u0022": "&quot;",
      "\u0027": "&#39;",
    };
    inInput(
      hooks,
      texts((text) => text.replace(/[<>&\u0022\u0027]/g, (character) => entities[character] ?? character)),
    );
  },
};
