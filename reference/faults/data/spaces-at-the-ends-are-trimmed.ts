import type { JsonObject } from "../../core/json.ts";
import { corruptData, mapLeaves } from "../../hooks/walk.ts";
import type { Fault } from "../fault.ts";

export const spacesAtTheEndsAreTrimmed: Fault = {
  id: "data/spaces-at-the-ends-are-trimmed",
  title: "Texts lose their white space at the ends.",
  requirement: "DATA-01",
  install(hooks) {
    corruptData(
      hooks,
      (data) => mapLeaves(data, (leaf) => (typeof leaf === "string" ? leaf.trim() : leaf)) as JsonObject,
    );
  },
};
