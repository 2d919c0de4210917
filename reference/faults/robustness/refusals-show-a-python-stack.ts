import { jsonReply } from "../../http/answer.ts";
import { onRefusal } from "../support/refused.ts";
import type { Fault } from "../fault.ts";

export const refusalsShowAPythonStack: Fault = {
  id: "robustness/refusals-show-a-python-stack",
  title: "The refusal of a missing field shows where in the program it came up.",
  requirement: "ROBUST-03",
  install(hooks) {
    onRefusal(hooks, ["field-missing", "member-missing", "part-missing"], (reply, call) => {
      const message =
        'Traceback (most recent call last):\n  File "/srv/trace/api/views.py", line 118, in post\n' +
        "    key = form['actionKey']\nKeyError: 'actionKey'";
      return jsonReply(reply.status, call.face === "v2" ? { error: { message }, data: null } : { message });
    });
  },
};
