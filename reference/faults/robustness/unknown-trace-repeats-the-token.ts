import { jsonReply } from "../../http/answer.ts";
import { onRefusal } from "../support/refused.ts";
import type { Fault } from "../fault.ts";

export const unknownTraceRepeatsTheToken: Fault = {
  id: "robustness/unknown-trace-repeats-the-token",
  title: "The answer to an unknown trace shows the headers of the request.",
  requirement: "ROBUST-05",
  install(hooks) {
    onRefusal(hooks, ["unknown-trace"], (reply, call) => {
      const { authorization, host } = call.headers;
      const request = { authorization, host };
      return jsonReply(reply.status, call.face === "v2" ? { error: { request }, data: null } : { request });
    });
  },
};
