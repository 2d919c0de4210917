import { keys } from "../support/json-changes.ts";
import { inInput } from "../support/places.ts";
import type { Fault } from "../fault.ts";

export const keysBeyondAsciiAreDropped: Fault = {
  id: "data/keys-beyond-ascii-are-dropped",
  title: "Members whose name has letters beyond ASCII are dropped.",
  requirement: ["DATA-05", "DATA-07"],
  install(hooks) {
    inInput(
      hooks,
      keys((key) => (/^[\x20-\x7e]*$/.test(key) ? key : undefined)),
    );
  },
};
