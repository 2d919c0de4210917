import { arrays } from "../support/json-changes.ts";
import { inInput } from "../support/places.ts";
import type { Fault } from "../fault.ts";

export const arraysOfOneAreUnwrapped: Fault = {
  id: "data/arrays-of-one-are-unwrapped",
  title: "An array of one element becomes that element.",
  requirement: "DATA-04",
  install(hooks) {
    inInput(
      hooks,
      arrays(([first, ...rest]) =>
        first !== undefined && rest.length === 0 ? first : first === undefined ? [] : [first, ...rest],
      ),
    );
  },
};
