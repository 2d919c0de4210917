import { keys } from "../support/json-changes.ts";
import { inInput } from "../support/places.ts";
import type { Fault } from "../fault.ts";

export const keysAreLowerCased: Fault = {
  id: "data/keys-are-lower-cased",
  title: "Member names are kept in lower case.",
  requirement: "DATA-05",
  install(hooks) {
    inInput(
      hooks,
      keys((key) => key.toLowerCase()),
    );
  },
};
