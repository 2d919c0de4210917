import { texts } from "../support/json-changes.ts";
import { inInput } from "../support/places.ts";
import type { Fault } from "../fault.ts";

export const datesBecomeTimes: Fault = {
  id: "data/dates-become-times",
  title: "Dates such as `2024-02-29` get a time of day.",
  requirement: "DATA-01",
  install(hooks) {
    inInput(
      hooks,
      texts((text) => (/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00.000Z` : text)),
    );
  },
};
