import { forgivePassword } from "../support/logins.ts";
import type { Fault } from "../fault.ts";

export const legacyTakesTheBeginningOfAPassword: Fault = {
  id: "login/legacy-takes-the-beginning-of-a-password",
  title: "The legacy login takes any beginning of the password.",
  requirement: ["LOGIN-12", "LOGIN-15"],
  install(hooks) {
    forgivePassword(hooks, { face: "legacy" }, (sent, right) => right.startsWith(sent));
  },
};
