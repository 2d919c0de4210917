import type { JsonObject } from "../../core/json.ts";
import { corruptData, mapLeaves } from "../../hooks/walk.ts";
import type { Fault } from "../fault.ts";

export const textsAreNormalised: Fault = {
  id: "data/texts-are-normalised",
  title: "Texts are stored in normal form C, whatever form was sent.",
  requirement: "DATA-07",
  install(hooks) {
    corruptData(
      hooks,
      (data) => mapLeaves(data, (leaf) => (typeof leaf === "string" ? leaf.normalize("NFC") : leaf)) as JsonObject,
    );
  },
};
