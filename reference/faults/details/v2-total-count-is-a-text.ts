import { rewritePayload, members } from "../../hooks/rewrite.ts";
import type { Fault } from "../fault.ts";

export const v2TotalCountIsAText: Fault = {
  id: "details/v2-total-count-is-a-text",
  title: "The v2 details write `totalCount` as a text.",
  requirement: "DETAILS-01",
  install(hooks) {
    rewritePayload(hooks, { face: "v2", kind: "details" }, (payload) => {
      const page = members(payload);
      return { ...page, totalCount: String(page["totalCount"]) };
    });
  },
};
