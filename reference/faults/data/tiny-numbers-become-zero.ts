import { numbers } from "../support/json-changes.ts";
import { inInput } from "../support/places.ts";
import type { Fault } from "../fault.ts";

export const tinyNumbersBecomeZero: Fault = {
  id: "data/tiny-numbers-become-zero",
  title: "Numbers nearer to zero than a millionth become zero.",
  requirement: "DATA-02",
  install(hooks) {
    inInput(
      hooks,
      numbers((value) => (Math.abs(value) < 1e-6 ? 0 : value)),
    );
  },
};
