import { rewritePayload, members } from "../../hooks/rewrite.ts";
import type { Fault } from "../fault.ts";

export const hasNextIsNullOnTheLastPage: Fault = {
  id: "details/has-next-is-null-on-the-last-page",
  title: "The last page says null for `hasNext`.",
  requirement: ["DETAILS-03", "DETAILS-01", "DETAILS-02"],
  install(hooks) {
    rewritePayload(hooks, { kind: "details" }, (payload) => {
      const page = members(payload);
      const info = members(page["info"]);
      return { ...page, info: { ...info, hasNext: info["hasNext"] === true ? true : null } };
    });
  },
};
