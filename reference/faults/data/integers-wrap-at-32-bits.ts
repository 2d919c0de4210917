import { numbers } from "../support/json-changes.ts";
import { inInput } from "../support/places.ts";
import type { Fault } from "../fault.ts";

export const integersWrapAt32Bits: Fault = {
  id: "data/integers-wrap-at-32-bits",
  title: "Whole numbers beyond 32 bits wrap around.",
  requirement: "DATA-02",
  install(hooks) {
    inInput(
      hooks,
      numbers((value) => (Number.isInteger(value) ? value | 0 : value)),
    );
  },
};
