import { keys } from "../support/json-changes.ts";
import { inIndex } from "../support/places.ts";
import type { Fault } from "../fault.ts";

export const keysAreIndexedInLowerCase: Fault = {
  id: "search/keys-are-indexed-in-lower-case",
  title: "The index knows member names in lower case only.",
  requirement: ["SEARCH-03", "SEARCH-04"],
  install(hooks) {
    inIndex(
      hooks,
      keys((key) => key.toLowerCase()),
    );
  },
};
