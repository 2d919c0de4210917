import { forbidden } from "../../core/refusal.ts";
import { counter } from "../support/counting.ts";
import type { Fault } from "../fault.ts";

export const fourthReadingOfDetailsIsForbidden: Fault = {
  id: "refusals/fourth-reading-of-details-is-forbidden",
  title: "The v2 details of a trace are refused from the fourth reading on.",
  requirement: ["REFUSE-03", "DETAILS-09"],
  install(hooks) {
    const count = counter();
    hooks.around("links", (inner) => async (call, traceId, window) => {
      const found = await inner(call, traceId, window);
      if (call.face === "v2" && found !== undefined && count(traceId) > 3)
        throw forbidden("read-too-often", "wait a while");
      return found;
    });
  },
};
