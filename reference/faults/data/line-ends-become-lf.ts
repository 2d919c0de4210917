import { texts } from "../support/json-changes.ts";
import { inInput } from "../support/places.ts";
import type { Fault } from "../fault.ts";

export const lineEndsBecomeLf: Fault = {
  id: "data/line-ends-become-lf",
  title: "Line ends in texts become LF.",
  requirement: "DATA-01",
  install(hooks) {
    inInput(
      hooks,
      texts((text) => text.replaceAll("\r\n", "\n")),
    );
  },
};
