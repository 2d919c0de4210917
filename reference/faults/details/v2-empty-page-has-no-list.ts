import { rewritePayload, members } from "../../hooks/rewrite.ts";
import type { Fault } from "../fault.ts";

export const v2EmptyPageHasNoList: Fault = {
  id: "details/v2-empty-page-has-no-list",
  title: "On a page without links the v2 details write null for `links`.",
  requirement: "DETAILS-01",
  install(hooks) {
    rewritePayload(hooks, { face: "v2", kind: "details" }, (payload) => {
      const page = members(payload);
      return { ...page, links: JSON.stringify(page["links"]) === "[]" ? null : page["links"] };
    });
  },
};
