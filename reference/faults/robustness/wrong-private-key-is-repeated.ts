import { members } from "../../hooks/rewrite.ts";
import { jsonReply } from "../../http/answer.ts";
import { onRefusal } from "../support/refused.ts";
import type { Fault } from "../fault.ts";

export const wrongPrivateKeyIsRepeated: Fault = {
  id: "robustness/wrong-private-key-is-repeated",
  title: "The refusal of a private key repeats it.",
  requirement: "ROBUST-05",
  install(hooks) {
    onRefusal(
      hooks,
      ["unauthorized"],
      (reply, call) => jsonReply(reply.status, { error: { got: members(call.body)["privateKey"] }, data: null }),
      { kind: "login-private-key" },
    );
  },
};
