import { texts } from "../support/json-changes.ts";
import { inInput } from "../support/places.ts";
import type { Fault } from "../fault.ts";

export const percentSignsAreDecoded: Fault = {
  id: "data/percent-signs-are-decoded",
  title: "Texts are decoded as if they came in a URL.",
  requirement: "DATA-01",
  install(hooks) {
    inInput(
      hooks,
      texts((text) => text.replace(/%[0-7][0-9a-f]/gi, (escape) => decodeURIComponent(escape))),
    );
  },
};
