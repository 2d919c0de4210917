import { jsonReply } from "../../http/answer.ts";
import { onRefusal } from "../support/refused.ts";
import type { Fault } from "../fault.ts";

export const refusedTokenIsRepeated: Fault = {
  id: "robustness/refused-token-is-repeated",
  title: "The refusal of a token repeats it.",
  requirement: "ROBUST-05",
  install(hooks) {
    onRefusal(hooks, ["unauthorized"], (reply, call) => {
      const message = `invalid token in "${call.headers.authorization ?? ""}"`;
      return jsonReply(reply.status, call.face === "v2" ? { error: message, data: null } : { message });
    });
  },
};
