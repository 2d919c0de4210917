import { rewritePayload, members } from "../../hooks/rewrite.ts";
import type { Fault } from "../fault.ts";

export const v2HasNextIsAText: Fault = {
  id: "details/v2-has-next-is-a-text",
  title: "The v2 details write `hasNext` as a text.",
  requirement: ["DETAILS-03", "DETAILS-01"],
  install(hooks) {
    rewritePayload(hooks, { face: "v2", kind: "details" }, (payload) => {
      const page = members(payload);
      const info = members(page["info"]);
      return { ...page, info: { ...info, hasNext: String(info["hasNext"]) } };
    });
  },
};
