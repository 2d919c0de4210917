import { texts } from "../support/json-changes.ts";
import { inInput } from "../support/places.ts";
import type { Fault } from "../fault.ts";

export const theWordNullBecomesNull: Fault = {
  id: "data/the-word-null-becomes-null",
  title: "The text `null` becomes null.",
  requirement: "DATA-01",
  install(hooks) {
    inInput(
      hooks,
      texts((text) => (/^null$/i.test(text) ? null : text)),
    );
  },
};
