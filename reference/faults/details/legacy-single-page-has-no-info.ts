import { rewritePayload, members } from "../../hooks/rewrite.ts";
import type { Fault } from "../fault.ts";

export const legacySinglePageHasNoInfo: Fault = {
  id: "details/legacy-single-page-has-no-info",
  title: "The legacy details leave out `info` when all links are on one page.",
  requirement: ["DETAILS-02", "DETAILS-03"],
  install(hooks) {
    rewritePayload(hooks, { face: "legacy", kind: "details" }, (payload) => {
      const { info, ...rest } = members(payload);
      const { hasNext, hasPrevious } = members(info);
      return hasNext === false && hasPrevious === false ? rest : payload;
    });
  },
};
