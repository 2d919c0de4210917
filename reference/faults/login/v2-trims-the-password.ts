import { forgivePassword } from "../support/logins.ts";
import type { Fault } from "../fault.ts";

export const v2TrimsThePassword: Fault = {
  id: "login/v2-trims-the-password",
  title: "The v2 login ignores spaces around the password.",
  requirement: "LOGIN-11",
  install(hooks) {
    forgivePassword(hooks, { face: "v2" }, (sent, right) => sent.trim() === right);
  },
};
