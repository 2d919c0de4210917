import { texts } from "../support/json-changes.ts";
import { inInput } from "../support/places.ts";
import type { Fault } from "../fault.ts";

export const digitsInTextsBecomeNumbers: Fault = {
  id: "data/digits-in-texts-become-numbers",
  title: "Texts of digits, such as `007`, become numbers.",
  requirement: "DATA-01",
  install(hooks) {
    inInput(
      hooks,
      texts((text) => (/^\d{1,15}$/.test(text) ? Number(text) : text)),
    );
  },
};
