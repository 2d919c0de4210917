import { rewritePayload } from "../../hooks/rewrite.ts";
import type { Fault } from "../fault.ts";

export const v2DetailsAsJsonText: Fault = {
  id: "envelope/v2-details-as-json-text",
  title: "The member `data` of v2 details is a text that holds JSON.",
  requirement: ["DETAILS-01", "ENV-01"],
  install(hooks) {
    rewritePayload(hooks, { face: "v2", kind: "details" }, (payload) => JSON.stringify(payload));
  },
};
