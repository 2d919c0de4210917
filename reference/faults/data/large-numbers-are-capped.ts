import { numbers } from "../support/json-changes.ts";
import { inInput } from "../support/places.ts";
import type { Fault } from "../fault.ts";

export const largeNumbersAreCapped: Fault = {
  id: "data/large-numbers-are-capped",
  title: "Numbers beyond 2^53 become 2^53.",
  requirement: "DATA-02",
  install(hooks) {
    const limit = 2 ** 53;
    inInput(
      hooks,
      numbers((value) => Math.max(-limit, Math.min(limit, value))),
    );
  },
};
