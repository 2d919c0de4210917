import { texts } from "../support/json-changes.ts";
import { inInput } from "../support/places.ts";
import type { Fault } from "../fault.ts";

export const controlCharactersAreDropped: Fault = {
  id: "data/control-characters-are-dropped",
  title: "Control characters other than tabs and line ends are dropped.",
  requirement: "DATA-01",
  install(hooks) {
    inInput(
      hooks,
      texts((text) => text.replace(/[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, "")),
    );
  },
};
