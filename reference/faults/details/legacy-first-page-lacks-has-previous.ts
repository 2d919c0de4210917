import { rewritePayload, members } from "../../hooks/rewrite.ts";
import type { Fault } from "../fault.ts";

export const legacyFirstPageLacksHasPrevious: Fault = {
  id: "details/legacy-first-page-lacks-has-previous",
  title: "The legacy details leave out `hasPrevious` where it would be false.",
  requirement: ["DETAILS-03", "DETAILS-02"],
  install(hooks) {
    rewritePayload(hooks, { face: "legacy", kind: "details" }, (payload) => {
      const page = members(payload);
      const { hasPrevious, ...info } = members(page["info"]);
      return hasPrevious === true ? page : { ...page, info };
    });
  },
};
