import type { Json } from "../../core/json.ts";
import { rewritePayload, members } from "../../hooks/rewrite.ts";
import type { Fault } from "../fault.ts";

export const legacyLinksByNumber: Fault = {
  id: "details/legacy-links-by-number",
  title: "The legacy details give the links as an object, by their number.",
  requirement: "DETAILS-02",
  install(hooks) {
    rewritePayload(hooks, { face: "legacy", kind: "details" }, (payload) => {
      const page = members(payload);
      return { ...page, links: { ...(page["links"] as Json[]) } };
    });
  },
};
