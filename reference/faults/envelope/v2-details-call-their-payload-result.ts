import { rewriteBody, members } from "../../hooks/rewrite.ts";
import type { Fault } from "../fault.ts";

export const v2DetailsCallTheirPayloadResult: Fault = {
  id: "envelope/v2-details-call-their-payload-result",
  title: "The v2 details carry their payload in `result` instead of `data`.",
  requirement: ["ENV-01", "DETAILS-01"],
  install(hooks) {
    rewriteBody(hooks, { face: "v2", kind: "details" }, (body) => ({ error: null, result: members(body)["data"] }));
  },
};
