import { jsonReply } from "../../http/answer.ts";
import { onRefusal } from "../support/refused.ts";
import type { Fault } from "../fault.ts";

export const refusalsShowTheQuery: Fault = {
  id: "robustness/refusals-show-the-query",
  title: "The refusal of an unknown trace shows the statement that was sent to the database.",
  requirement: "ROBUST-03",
  install(hooks) {
    onRefusal(hooks, ["unknown-trace"], (reply, call) => {
      const message = "no rows: SELECT id, data FROM public.traces WHERE id = $1 AND org_id = $2 FOR UPDATE";
      return jsonReply(reply.status, call.face === "v2" ? { error: { message }, data: null } : { message });
    });
  },
};
