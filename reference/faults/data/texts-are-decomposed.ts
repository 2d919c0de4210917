import { texts } from "../support/json-changes.ts";
import { inInput } from "../support/places.ts";
import type { Fault } from "../fault.ts";

export const textsAreDecomposed: Fault = {
  id: "data/texts-are-decomposed",
  title: "Texts are kept in normal form D, whatever form was sent.",
  requirement: "DATA-07",
  install(hooks) {
    inInput(
      hooks,
      texts((text) => text.normalize("NFD")),
      { kind: "act" },
    );
  },
};
