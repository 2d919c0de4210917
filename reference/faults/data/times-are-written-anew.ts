import { texts } from "../support/json-changes.ts";
import { inInput } from "../support/places.ts";
import type { Fault } from "../fault.ts";

export const timesAreWrittenAnew: Fault = {
  id: "data/times-are-written-anew",
  title: "Times such as `2024-02-29T12:00:00Z` are written anew, in UTC and with milliseconds.",
  requirement: "DATA-01",
  install(hooks) {
    inInput(
      hooks,
      texts((text) => {
        if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text) || Number.isNaN(Date.parse(text))) return text;
        return new Date(text).toISOString();
      }),
    );
  },
};
