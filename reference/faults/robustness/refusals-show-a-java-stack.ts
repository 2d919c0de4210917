import { jsonReply } from "../../http/answer.ts";
import { onRefusal } from "../support/refused.ts";
import type { Fault } from "../fault.ts";

export const refusalsShowAJavaStack: Fault = {
  id: "robustness/refusals-show-a-java-stack",
  title: "The refusal of broken JSON shows where in the program it came up.",
  requirement: "ROBUST-03",
  install(hooks) {
    onRefusal(hooks, ["not-json"], (reply, call) => {
      const message =
        "java.lang.IllegalArgumentException: unexpected token\n\tat com.example.trace.web.JsonBody.read(JsonBody.java:87)\n" +
        "\tat com.example.trace.web.TraceController.handle(TraceController.java:214)";
      return jsonReply(reply.status, call.face === "v2" ? { error: { message }, data: null } : { message });
    });
  },
};
