import { rewritePayload } from "../../hooks/rewrite.ts";
import { counter } from "../support/counting.ts";
import type { Fault } from "../fault.ts";

export const everySeventhAnswersAnEarlierUuid: Fault = {
  id: "creation/every-seventh-answers-an-earlier-uuid",
  title: "Every seventh creation answers the UUID of the one before it.",
  // Seen within one trace, the answer is the id of a trace with other data.
  requirement: ["CREATE-07", "STATE-07", "STATE-03", "DETAILS-11"],
  install(hooks) {
    const count = counter();
    let earlier: unknown;
    rewritePayload(hooks, { kind: "create" }, (traceId) => {
      const answered = count() % 7 === 0 ? earlier : traceId;
      earlier = traceId;
      return answered;
    });
  },
};
