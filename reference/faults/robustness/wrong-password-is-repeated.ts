import { jsonReply } from "../../http/answer.ts";
import { onRefusal } from "../support/refused.ts";
import type { Fault } from "../fault.ts";

export const wrongPasswordIsRepeated: Fault = {
  id: "robustness/wrong-password-is-repeated",
  title: "The refusal of a login repeats the password.",
  requirement: "ROBUST-05",
  install(hooks) {
    onRefusal(
      hooks,
      ["unauthorized"],
      (reply, call) => {
        const message = `no user with the credentials ${JSON.stringify(call.body)}`;
        return jsonReply(reply.status, call.face === "v2" ? { error: message, data: null } : { message });
      },
      { kind: "login-credential" },
    );
  },
};
